import { maxAlbumPictures } from '@kith/contracts/lengths';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostView } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Field.tsx';
import { draftOf } from '../composer/draft.ts';
import { PicturePicker } from '../composer/PicturePicker.tsx';
import { storedPictures, useChosenPictures } from '../composer/useChosenPictures.ts';
import { enqueuePost } from '../composer/waitingPost.ts';

interface Props {
  post: PostView;
  onClose: () => void;
}

/** Chooses pictures and videos for an album, which the outbox then sends. */
export default function AddPicturesDialog({ post, onClose }: Props) {
  const { t } = useTranslation();
  const { postId, imagesCount } = post;
  const chosen = useChosenPictures({
    draft: `album-${postId}`,
    max: Math.max(0, maxAlbumPictures - imagesCount),
    tooManyText: t('errors.album-full'),
  });
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    setBusy(true);
    const pictures = await storedPictures(chosen.handOver());
    const entry = { draft: draftOf(post), createdAt: new Date().toISOString(), postId, edited: true };
    if (pictures.length) await enqueuePost({ ...entry, pictures: pictures.length }, pictures);
    chosen.clear();
    onClose();
  };
  const cancel = () => {
    chosen.clear();
    onClose();
  };

  return (
    <Dialog
      title={t('album.add')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" busy={busy} onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="album" busy={busy || !chosen.pictures.length}>
            {t('album.send')}
          </Button>
        </>
      }
    >
      <Form
        id="album"
        className="flex flex-col gap-4 p-5"
        onSubmit={() => {
          if (!busy) void submit();
        }}
      >
        <PicturePicker chosen={chosen} busy={busy} />
      </Form>
    </Dialog>
  );
}
