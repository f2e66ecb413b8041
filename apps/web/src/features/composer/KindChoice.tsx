import CalendarDays from 'lucide-react/icons/calendar-days';
import ChartBar from 'lucide-react/icons/chart-bar';
import Images from 'lucide-react/icons/images';
import { useTranslation } from 'react-i18next';
import { SmallSwitch, smallButton } from '../../ui/SmallSwitch.tsx';
import { newEvent } from '../events/eventDraft.ts';
import { emptyPoll } from '../polls/pollDraft.ts';
import type { PostDraft } from './postDraft.ts';

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/**
 * The small buttons that make a new post an event, a poll, or an album, to which the people it tags can add pictures. It can be
 * only one of these. The location of the post becomes the place of the event.
 */
export function KindChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const { event, poll, album = false, location } = draft;
  if (event || poll) return null;
  return (
    <>
      {!album && (
        <>
          <button
            type="button"
            className={smallButton}
            onClick={() => onChange({ ...draft, location: '', event: newEvent(location) })}
          >
            <CalendarDays aria-hidden className="size-4.5 shrink-0" />
            {t('events.title')}
          </button>
          <button type="button" className={smallButton} onClick={() => onChange({ ...draft, poll: emptyPoll })}>
            <ChartBar aria-hidden className="size-4.5" />
            {t('polls.title')}
          </button>
        </>
      )}
      <SmallSwitch icon={Images} on={album} onChange={() => onChange({ ...draft, album: !album })}>
        {t('album.title')}
      </SmallSwitch>
    </>
  );
}
