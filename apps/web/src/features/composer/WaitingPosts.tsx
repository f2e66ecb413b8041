import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/connection.ts';
import { useWaiting } from '../../lib/outbox/store.ts';
import { useStoredPicture } from '../../lib/outbox/useStoredPicture.ts';
import { captionOf } from './postDraft.ts';
import SendState from './SendState.tsx';

/** Lists the member's own posts that wait in the outbox for a connection or after a failure. */
export function WaitingPosts() {
  const { t } = useTranslation();
  const online = useOnline();
  const waiting = useWaiting('post').filter(({ failure, stalled }) => failure || stalled || !online);
  if (!waiting.length) return null;
  return (
    <ul aria-label={t('composer.waitingPosts')} className="flex flex-col gap-2 px-4 pb-4 rail:px-0">
      {waiting.toReversed().map((entry) => (
        <li key={entry.id} className="flex items-start gap-3 rounded-card bg-sunken p-3">
          <WaitingPicture id={entry.id} enabled={entry.payload.pictures > 0} />
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 text-15">{captionOf(entry.payload.draft)}</p>
            <SendState entry={entry} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function WaitingPicture({ id, enabled }: { id: string; enabled: boolean }) {
  const url = useStoredPicture(id, enabled);
  return url ? <img src={url} alt="" className="size-14 shrink-0 rounded-card object-cover" /> : null;
}
