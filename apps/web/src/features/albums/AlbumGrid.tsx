import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PictureOfPost, PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { RemovePicture } from '../../ui/PictureChip.tsx';
import { tileSizes } from '../../ui/pictureSource.ts';
import { Skeleton, times } from '../../ui/Skeleton.tsx';
import { ErrorLine } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.tsx';
import { VideoMark } from '../../ui/VideoMark.tsx';
import { pendingText, pictureAlt } from '../posts/PostPicture.tsx';
import { patchPost } from '../posts/postCache.ts';

const PictureViewer = lazy(() => import('../posts/PictureViewer.tsx'));

const perPage = 30;
const grid = 'grid grid-cols-3 gap-x-1 gap-y-2';

interface TileProps {
  picture: PictureOfPost;
  label: string;
  onOpen: () => void;
  /** Set while pictures are taken out, for a picture that the viewer may take out. */
  onTakeOut?: (() => void) | undefined;
}

/** A picture of the grid, with who added it. */
function Tile({ picture, label, onOpen, onTakeOut }: TileProps) {
  const { t } = useTranslation();
  const { kind, status, user, durationMs } = picture;
  const name = user ? nameOf(user) : '';
  return (
    <li className="relative min-w-0">
      {status === 'ready' ? (
        <button
          type="button"
          aria-label={label}
          onClick={onOpen}
          className="relative block w-full overflow-hidden rounded-card"
        >
          <Picture source={picture} alt="" sizes={tileSizes} shape="square" />
          {kind === 'video' && <VideoMark durationMs={durationMs} className="bottom-1.5 left-1.5" />}
        </button>
      ) : (
        <p className="grid aspect-square place-items-center rounded-card bg-sunken p-2 text-center text-13 text-soft">
          {t(pendingText(kind === 'video', status))}
        </p>
      )}
      <p className="truncate px-1 pt-0.5 text-13 text-soft">
        <bdi>{name}</bdi>
      </p>
      {onTakeOut && <RemovePicture label={t('album.takeOutOf', { name })} onClick={onTakeOut} />}
    </li>
  );
}

/** The interval, in milliseconds, at which pictures that are being processed are fetched again. */
const pollMs = 3_000;

/** Returns the pages of an album's pictures, which follow the changes of the post that live events bring. */
function useAlbumPictures({ postId, imagesCount, images }: PostView) {
  const list = trpc.posts.images.useInfiniteQuery(
    { postId, limit: perPage },
    {
      ...paging,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        itemsOf(state.data).some(({ status }) => status === 'processing') ? pollMs : false,
    },
  );
  const { refetch } = list;
  const state = [imagesCount, ...images.map(({ imageId, status, url }) => `${imageId} ${status} ${url}`)].join();
  const fetched = useRef(state);
  useEffect(() => {
    if (fetched.current !== state) void refetch();
    fetched.current = state;
  }, [state, refetch]);
  return list;
}

/** All pictures of an album, page by page, in a grid. A tap opens a picture; the viewer's own can be taken out. */
export function AlbumGrid({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId } = useViewer();
  const { postId } = post;
  const list = useAlbumPictures(post);
  const pictures = itemsOf(list.data);
  const [viewing, setViewing] = useState<number>();
  const [taking, setTaking] = useState(false);
  const [chosen, setChosen] = useState<PictureOfPost>();
  const mayTakeOut = ({ user }: PictureOfPost) => userId === post.userId || userId === user?.userId;
  const labelOf = (picture: PictureOfPost) =>
    pictureAlt(t, picture.user ? { ...post, user: picture.user } : post, picture);

  const takeOut = useMutation({
    mutationFn: async (imageId: number) => {
      await api.posts.removeImage.mutate({ postId, imageId }).catch((error: unknown) => {
        if (failureOf(error).code !== 'not-found') throw error;
      });
      await list.refetch();
      setChosen(undefined);
      patchPost(client, postId, await api.posts.byId.query({ postId }));
    },
    onError: () => toast(t('album.takeOutFailed'), { variant: 'bad' }),
  });

  if (list.isPending)
    return (
      <div className={grid}>
        {times(Math.min(9, post.imagesCount)).map((tile) => (
          <Skeleton key={tile} className="mb-6 aspect-square rounded-card" />
        ))}
      </div>
    );
  if (list.isError && !list.data)
    return <ErrorLine title={t('album.loadFailed')} onRetry={() => void list.refetch()} className="text-15" />;
  if (!pictures.length) return <p className="text-15 text-soft">{t('album.empty')}</p>;
  const Icon = taking ? Check : Pencil;
  return (
    <>
      <ul className={grid}>
        {pictures.map((picture, index) => (
          <Tile
            key={picture.imageId}
            picture={picture}
            label={labelOf(picture)}
            onOpen={() => setViewing(index)}
            onTakeOut={taking && mayTakeOut(picture) ? () => setChosen(picture) : undefined}
          />
        ))}
      </ul>
      <LoadMore more={list} />
      {pictures.some(mayTakeOut) && (
        <Button
          variant="ghost"
          small
          className="-ml-4 self-start"
          aria-pressed={taking}
          onClick={() => setTaking(!taking)}
        >
          <Icon aria-hidden className="size-4.5" />
          {t(taking ? 'album.done' : 'album.takeOut')}
        </Button>
      )}
      {viewing !== undefined && (
        <Suspense>
          <PictureViewer
            title={t('album.title')}
            pictures={pictures.map((picture) => ({ ...picture, label: labelOf(picture) }))}
            index={viewing}
            onClose={() => setViewing(undefined)}
          />
        </Suspense>
      )}
      {chosen && (
        <ConfirmDialog
          title={t('album.takeOutTitle')}
          question={t('album.takeOutLead')}
          yes={t('album.takeOutYes')}
          busy={takeOut.isPending}
          onClose={() => setChosen(undefined)}
          onYes={() => takeOut.mutate(chosen.imageId)}
        />
      )}
    </>
  );
}
