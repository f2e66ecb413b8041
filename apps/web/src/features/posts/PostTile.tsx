import { isAllDay, wallTime } from '@kith/contracts/eventTimes';
import Copy from 'lucide-react/icons/copy';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useTranslation } from 'react-i18next';
import { shortCount, shortDay } from '../../i18n/dates.ts';
import { useOnScreen } from '../../lib/onScreen.ts';
import { playTime } from '../../lib/playTime.ts';
import { transitionProps } from '../../lib/postTransition.ts';
import type { EventView, PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { Picture } from '../../ui/Picture.tsx';
import { tileSizes } from '../../ui/pictureSource.ts';
import { Skeleton, times } from '../../ui/Skeleton.tsx';
import { VideoMark } from '../../ui/VideoMark.tsx';
import { tintOf } from './tiles.ts';

interface Props {
  post: PostView;
  eager: boolean;
  onOpen: () => void;
}

/** The day on which an event begins. Whole days are dates where it takes place. */
const dayOf = (event: EventView): string =>
  shortDay(isAllDay(event) ? `${wallTime(event.startsAt, event.timeZone).date}T12:00` : event.startsAt);

/** A square of the grid: the picture, or the text of a post without one, with a line of the caption and the counts. */
export function PostTile({ post, eager, onOpen }: Props) {
  const { t } = useTranslation();
  useOnScreen(post.postId);
  const { image, likesCount, commentsCount } = post;
  const caption = post.caption || t('post.noCaption');
  const ready = image?.status === 'ready';
  const pictures = post.imagesCount;
  const eventDay = post.event && `${t('events.title')}: ${dayOf(post.event)}`;
  const day = post.event && <time dateTime={post.event.startsAt}>{eventDay}</time>;
  return (
    <button
      type="button"
      {...transitionProps(post.postId)}
      onClick={onOpen}
      className={cx(
        'group relative block aspect-square w-full overflow-hidden text-start rail:rounded-card',
        image ? 'bg-sunken' : tintOf(post.postId),
      )}
    >
      <span className="sr-only">
        {[
          t('post.open', { caption }),
          ...(image?.kind === 'video' ? [t('video.length', { length: playTime(image.durationMs ?? 0) })] : []),
          ...(eventDay ? [eventDay] : []),
          ...(pictures > 1 ? [t('post.pictures', { count: pictures })] : []),
          t('post.likes', { count: likesCount }),
          t('post.comments', { count: commentsCount }),
        ].join(', ')}
      </span>
      {ready ? (
        <Picture source={image} alt="" sizes={tileSizes} shape="square" eager={eager} />
      ) : (
        <span aria-hidden className="flex size-full flex-col gap-1 p-2 pb-8 rail:p-5 rail:pb-12">
          <span
            className={cx(
              'line-clamp-3 text-13 font-semibold text-pretty max-[24rem]:line-clamp-2 rail:line-clamp-4 rail:text-17 wide:text-21',
              !post.caption && 'font-medium text-soft',
            )}
          >
            {caption}
          </span>
          <span className="mt-auto truncate text-13 tracking-tight text-soft rail:tracking-normal">
            {image?.status === 'processing'
              ? t(image.kind === 'video' ? 'video.processing' : 'post.imageProcessing')
              : (day ?? t(post.poll ? 'polls.title' : 'post.noImage'))}
          </span>
        </span>
      )}
      {ready && image.kind === 'video' && <VideoMark durationMs={image.durationMs} className="top-1.5 left-1.5" />}
      {ready && pictures > 1 && (
        <span
          aria-hidden
          className="absolute top-1.5 right-1.5 z-1 grid size-6 place-items-center rounded-full bg-veil text-over-picture"
        >
          <Copy className="size-3.5" />
        </span>
      )}
      <span
        aria-hidden
        className={cx(
          'absolute inset-x-0 bottom-0 flex flex-col gap-0.5 p-2 rail:gap-1 rail:p-5',
          ready && 'bg-linear-to-t from-veil from-60% to-transparent pt-6 text-over-picture rail:pt-10',
        )}
      >
        {ready && <span className="truncate text-13 rail:text-15">{day ?? caption}</span>}
        <span className="flex gap-4 text-13 font-bold tabular-nums rail:text-15">
          <span className="flex items-center gap-1">
            <Heart aria-hidden className="size-4 fill-current" />
            {shortCount(likesCount)}
          </span>
          <span className="flex items-center gap-1">
            <MessageCircle aria-hidden className="size-4 fill-current" />
            {shortCount(commentsCount)}
          </span>
        </span>
      </span>
    </button>
  );
}

/** Placeholders for a grid of posts. */
export function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="grid grid-cols-3 gap-1 rail:gap-1.5">
      {times(9).map((tile) => (
        <Skeleton key={tile} className="aspect-square rounded-none rail:rounded-card" />
      ))}
    </div>
  );
}
