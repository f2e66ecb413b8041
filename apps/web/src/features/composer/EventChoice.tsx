import CalendarDays from 'lucide-react/icons/calendar-days';
import { useTranslation } from 'react-i18next';
import { smallButton } from '../../ui/SmallSelect.tsx';
import { newEvent } from '../events/eventDraft.ts';
import type { PostDraft } from './postDraft.ts';

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** The small button that makes a new post an event. The location of the post becomes the place of the event. */
export function EventChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  if (draft.event) return null;
  return (
    <button
      type="button"
      className={smallButton}
      onClick={() => onChange({ ...draft, location: '', event: newEvent(draft.location) })}
    >
      <CalendarDays aria-hidden className="size-4.5 shrink-0" />
      {t('events.title')}
    </button>
  );
}
