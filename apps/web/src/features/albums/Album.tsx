import Download from 'lucide-react/icons/download';
import ImagePlus from 'lucide-react/icons/image-plus';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaiting } from '../../lib/outbox/store.ts';
import type { PostView } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import SendState from '../composer/SendState.tsx';
import { AlbumGrid } from './AlbumGrid.tsx';

const AddPicturesDialog = lazy(() => import('./AddPicturesDialog.tsx'));

/** The pictures of an open album, with what its members can do: add some, take own ones out, and download all. */
export default function Album({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { postId, imagesCount, mayAddPictures } = post;
  const waiting = useWaiting('post').filter(({ payload }) => payload.postId === postId);
  const [adding, setAdding] = useState(false);

  return (
    <section aria-label={t('album.title')} className="@container flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="mr-auto font-semibold">
          {t(imagesCount ? 'album.mark' : 'album.title', { count: imagesCount })}
        </h2>
        {imagesCount > 0 && (
          <a
            href={`/posts/${postId}/album.zip`}
            download
            aria-label={t('album.download')}
            title={t('album.download')}
            className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-3 text-15 font-semibold text-accent-text hover:bg-accent-wash"
          >
            <Download aria-hidden className="size-4.5" />
            <span aria-hidden className="hidden @md:inline">
              {t('album.download')}
            </span>
          </a>
        )}
        {mayAddPictures && (
          <Button variant="quiet" onClick={() => setAdding(true)}>
            <ImagePlus aria-hidden className="size-4.5" />
            {t('album.add')}
          </Button>
        )}
      </div>
      {waiting.map((entry) => (
        <SendState key={entry.id} entry={entry} />
      ))}
      <AlbumGrid post={post} />
      {adding && (
        <Suspense>
          <AddPicturesDialog post={post} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
