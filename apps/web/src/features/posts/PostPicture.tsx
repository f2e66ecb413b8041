import type { TFunction } from 'i18next';
import ImageOff from 'lucide-react/icons/image-off';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { postDate } from '../../i18n/dates.ts';
import { Failure, failureText } from '../../lib/failure.ts';
import { transitionProps } from '../../lib/postTransition.ts';
import type { PictureOfPost, PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { lazyOptional } from '../../ui/Optional.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { feedSizes, frameRatio } from '../../ui/pictureSource.ts';
import type { RowProps } from './PictureRow.tsx';
import { useTaps } from './useTaps.tsx';

/** Returns a picture's description by its author or, if there is none, a text with the author's name and the date. */
export const pictureAlt = (t: TFunction, post: PostView, picture: PictureOfPost | undefined): string =>
  picture?.alt ||
  t(picture?.kind === 'video' ? 'video.alt' : 'post.imageAlt', {
    name: nameOf(post.user),
    date: postDate(post.createdAt),
  });

/** Most posts have one picture. Until this code is there, and without it, a post with several shows its first. */
const PictureRow = lazy(() =>
  import('./PictureRow.tsx').catch(() => ({
    default: ({ pictures: [first], show }: RowProps) => <>{first && show(first, 0)}</>,
  })),
);
const PostVideo = lazyOptional(() => import('./video/PostVideo.tsx'));

/** The size of a picture at the edge of a popup, which is no higher than the popup. */
export const flushClassName = 'mx-auto rail:max-h-[60dvh] min-[56.25rem]:max-h-[calc(100dvh-7.625rem)]';

/** Returns the key of the text in place of a picture or video that is being processed or that could not be processed. */
export const pendingText = (isVideo: boolean, status: 'processing' | 'failed') =>
  isVideo
    ? (`video.${status}` as const)
    : status === 'failed'
      ? ('post.imageFailed' as const)
      : ('post.imageProcessing' as const);

/** Shown in place of a picture that is being processed or that could not be processed. */
function PicturePending({ picture, ratio }: { picture: PictureOfPost; ratio: number }) {
  const { t } = useTranslation();
  const { kind, status, failure } = picture;
  const failed = status === 'failed';
  return (
    <div className="grid place-items-center bg-sunken text-soft rail:rounded-card" style={{ aspectRatio: ratio }}>
      <p className={failed ? 'flex flex-col items-center gap-2 p-4 text-center' : 'animate-shimmer'}>
        {failed && <ImageOff aria-hidden className="size-7" />}
        {failure
          ? failureText(new Failure(failure.code))
          : t(pendingText(kind === 'video', failed ? status : 'processing'))}
      </p>
    </div>
  );
}

interface Props {
  post: PostView;
  eager?: boolean;
  sizes?: string | undefined;
  /** Set at the edge of a popup, where the picture has no round corners and is no higher than the popup. */
  flush?: boolean;
  /** Called with the index of the tapped picture. */
  onTap?: ((index: number) => void) | undefined;
  onDoubleTap: () => void;
}

export function PostPicture({ post, eager = false, sizes = feedSizes, flush, onTap, onDoubleTap }: Props) {
  const { t } = useTranslation();
  const { tap, burst } = useTaps({ onTap, onDoubleTap });
  const images = post.images;
  const [first] = images;
  if (!first) return null;
  const ratio = frameRatio(first.width, first.height);

  const show = (picture: PictureOfPost, index: number, near = true) => {
    if (picture.status !== 'ready') return <PicturePending picture={picture} ratio={ratio} />;
    const isVideo = picture.kind === 'video';
    return (
      <div
        className={cx(
          'relative touch-manipulation select-none',
          onTap && 'cursor-pointer',
          !flush && 'overflow-hidden rail:rounded-card',
        )}
        onPointerUp={isVideo ? undefined : (event) => event.button === 0 && tap(event.timeStamp, index)}
      >
        <Picture
          source={near ? picture : { ...picture, widths: [], url: '' }}
          alt={pictureAlt(t, post, picture)}
          sizes={sizes}
          ratio={ratio}
          eager={eager && index === 0}
          className={flush ? flushClassName : ''}
        />
        {isVideo && near && (
          <Suspense>
            <PostVideo
              picture={picture}
              onTap={flush && onTap ? () => onTap(index) : undefined}
              onDoubleTap={onDoubleTap}
            />
          </Suspense>
        )}
      </div>
    );
  };

  return (
    <div className="relative" {...transitionProps(post.postId)}>
      {images.length === 1 ? (
        show(first, 0)
      ) : (
        <Suspense fallback={show(first, 0)}>
          <PictureRow pictures={images} show={show} />
        </Suspense>
      )}
      {burst}
    </div>
  );
}
