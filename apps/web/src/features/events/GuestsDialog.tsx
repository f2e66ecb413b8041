import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { EventAnswer, EventView } from '../../lib/types.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { PeoplePages } from '../follows/PeoplePages.tsx';

const answers = ['yes', 'maybe', 'no'] as const;

interface Props {
  postId: number;
  event: EventView;
  onClose: () => void;
}

/** Who has answered an event, by answer. */
export default function GuestsDialog({ postId, event, onClose }: Props) {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<EventAnswer>(answers.find((each) => event.answers[each] > 0) ?? 'yes');
  const list = trpc.events.answers.useInfiniteQuery({ postId, answer, limit: 50 }, { ...paging, staleTime: 0 });
  return (
    <Dialog title={t('events.guests')} onClose={onClose}>
      <FilterBar
        label={t('events.guests')}
        options={answers}
        nameOf={(each) => `${t(`events.${each}`)} ${event.answers[each]}`}
        chosen={answer}
        onChoose={setAnswer}
        className="px-5 pt-4"
      />
      <PeoplePages list={list} empty={<EmptyState icon={UsersRound} title={t('events.nobodyHere')} />} />
    </Dialog>
  );
}
