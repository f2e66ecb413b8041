import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslation } from 'react-i18next';
import { deletePictures } from '../../lib/outbox/pictures.ts';
import { discard, useWaiting } from '../../lib/outbox/store.ts';
import { useStoredPicture } from '../../lib/outbox/useStoredPicture.ts';
import { Button } from '../../ui/Button.tsx';
import { captionOf } from './sendPost.ts';

/** Lists the member's own posts that wait in the outbox for a connection. */
export function WaitingPosts() {
  const { t } = useTranslation();
  const waiting = useWaiting('post').toReversed();
  if (!waiting.length) return null;
  return (
    <ul aria-label={t('composer.waitingPosts')} className="flex flex-col gap-2 px-4 pb-4 rail:px-0">
      {waiting.map(({ id, payload }) => (
        <li key={id} className="flex items-center gap-3 rounded-card bg-sunken p-3">
          <WaitingPicture id={id} enabled={payload.pictures > 0} />
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 text-15">{captionOf(payload.draft)}</p>
            <p className="flex items-center gap-1.5 text-13 text-soft">
              <CloudOff aria-hidden className="size-4 shrink-0" />
              {t('common.waiting')}
            </p>
          </div>
          {payload.postId === undefined && (
            <Button
              variant="ghost"
              small
              onClick={() => {
                discard(id);
                void deletePictures(id);
              }}
            >
              {t('composer.discard')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function WaitingPicture({ id, enabled }: { id: string; enabled: boolean }) {
  const url = useStoredPicture(id, enabled);
  return url ? <img src={url} alt="" className="size-14 shrink-0 rounded-card object-cover" /> : null;
}
