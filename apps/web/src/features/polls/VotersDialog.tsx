import ChartBar from 'lucide-react/icons/chart-bar';
import { useTranslation } from 'react-i18next';
import { paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Poll } from '../../lib/types.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { PeoplePages } from '../follows/PeoplePages.tsx';

/** The members who have voted, each with what they chose in place of the bio. */
export default function VotersDialog({ poll, onClose }: { poll: Poll; onClose: () => void }) {
  const { t } = useTranslation();
  const textsOf = (ids: number[]) => poll.options.filter(({ id }) => ids.includes(id)).map(({ text }) => text);
  const list = trpc.polls.voters.useInfiniteQuery(
    { pollId: poll.id, limit: 50 },
    {
      ...paging,
      staleTime: 0,
      select: ({ pages, pageParams }) => ({
        pageParams,
        pages: pages.map((page) => ({
          ...page,
          items: page.items.map((voter) => ({ ...voter, bio: textsOf(voter.optionIds).join(', ') })),
        })),
      }),
    },
  );
  return (
    <Dialog title={t('polls.voters')} onClose={onClose}>
      <PeoplePages
        list={list}
        failed={t('likes.failed')}
        empty={<EmptyState icon={ChartBar} title={t('polls.nobody')} />}
      />
    </Dialog>
  );
}
