import CircleAlert from 'lucide-react/icons/circle-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/connection.ts';
import { Failure, failureText } from '../../lib/failure.ts';
import { type OutboxEntry, recordAttempt } from '../../lib/outbox/store.ts';
import { usePopup } from '../../lib/popups.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { toast } from '../../ui/toast.tsx';
import { localPictures } from './localPictures.ts';
import { uploaded } from './sendPictures.ts';
import { usePreparedShare } from './video/preparations.ts';
import { editWaitingPost, enqueuePost, withdrawPost } from './waitingPost.ts';

/** What keeps a post in the outbox, and what its author can do about it. Of a published post, only pictures are waiting. */
export default function SendState({ entry }: { entry: OutboxEntry<'post'> }) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const online = useOnline();
  const { id, payload, failure, stalled } = entry;
  const fraction = useStore(uploaded)[id];
  const { [id]: pictures = [] } = useStore(localPictures);
  const prepared = usePreparedShare(...pictures.map((picture) => picture.id));
  const published = payload.postId !== undefined;
  const percent = Math.round((fraction ?? 0) * 100);
  if (published && !payload.unprepared && !failure && (fraction !== undefined || (online && !stalled))) {
    return (
      <ProgressBar
        label={percent < 99 ? t('composer.uploading', { percent }) : t('composer.preparing')}
        percent={percent}
        finishing={percent >= 99}
      />
    );
  }
  const discard = async () => {
    const pictures = await withdrawPost(id);
    const undo = { label: t('common.undo'), run: () => void enqueuePost(payload, pictures) };
    toast(t(published ? 'composer.picturesDiscarded' : 'composer.discarded'), { action: undo });
  };
  const edit = async () => {
    await editWaitingPost(entry);
    void open({ popup: 'compose' });
  };
  const waits = !failure && (!online || stalled);
  const preparing = !failure && payload.unprepared === true && (prepared !== undefined || !waits);
  const Icon = failure ? CircleAlert : CloudOff;
  const message = failure && failureText(new Failure(failure));
  return (
    <div className="flex flex-col gap-1">
      {preparing && prepared !== undefined && (
        <ProgressBar
          label={t('video.preparing', { percent: Math.round(prepared * 100) })}
          percent={Math.round(prepared * 100)}
        />
      )}
      <p
        role="status"
        className={cx(prepared === undefined ? 'flex gap-2 text-15' : 'sr-only', failure ? 'text-danger' : 'text-soft')}
      >
        {(failure || waits) && !preparing && <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />}
        {message &&
          t(published ? (payload.edited ? 'composer.addFailed' : 'composer.pictureFailed') : 'composer.failed', {
            message,
          })}
        {!failure && t(preparing ? 'video.processing' : waits ? 'common.waiting' : 'composer.submitting')}
      </p>
      <div className="-mx-4 flex flex-wrap">
        {failure && failure !== 'video-too-long' && (
          <Button variant="ghost" small onClick={() => recordAttempt(id, {})}>
            {t('common.tryAgain')}
          </Button>
        )}
        {!published && (failure || waits || preparing) && (
          <Button variant="ghost" small onClick={() => void edit()}>
            {t('composer.edit')}
          </Button>
        )}
        {(!published || failure || preparing) && (
          <Button variant="ghost" small onClick={() => void discard()}>
            {t('composer.discard')}
          </Button>
        )}
      </div>
    </div>
  );
}
