import MessageCircle from 'lucide-react/icons/message-circle';
import { type HTMLAttributes, memo, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import { useOnScreen } from '../../lib/onScreen.ts';
import { usePopup } from '../../lib/popups.ts';
import type { PostView } from '../../lib/types.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyOptional } from '../../ui/Optional.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { frameRatio } from '../../ui/pictureSource.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BookmarkButton } from '../bookmarks/BookmarkButton.tsx';
import { CommentForm } from '../comments/CommentForm.tsx';
import { useWaitingCount } from '../comments/waitingComments.ts';
import { eventHeight } from '../events/eventClock.ts';
import { FriendLikes, LikeButton, useLikePost } from '../likes/LikeButton.tsx';
import { PollPlace, pollHeight } from '../polls/PollPlace.tsx';
import { Caption, TextTile } from '../posts/Caption.tsx';
import { captionText, shortenCaption } from '../posts/captionParts.ts';
import { PostHeader } from '../posts/PostHeader.tsx';
import { PostLink } from '../posts/PostLink.tsx';
import { PostPicture } from '../posts/PostPicture.tsx';
import { mentionedPeople, TaggedPeople } from '../posts/TaggedPeople.tsx';
import { estimateTile, isTextOnly } from '../posts/tiles.ts';
import { PostMenuButton } from './PostMenuButton.tsx';

const lineHeight = 22;
const smallLineHeight = 18;
const gap = 6;
const controlHeight = 44;
const headerHeight = 52;
/** The height of the card of a link, in pixels. */
const cardHeight = 96;
/** The average width of a character of a caption, in pixels. */
const letterWidth = 7.2;
/** The height, in pixels, of the button that expands a text. */
const moreHeight = 42;
/** In a column narrower than this (19rem), in pixels, the location is on a line of its own. */
const narrowColumn = 304;

const linesOf = (text: string, letters: number): number =>
  text.split('\n').reduce((lines, part) => lines + Math.max(1, Math.ceil(part.length / letters)), 0);

/**
 * Returns a function that estimates the height of a post's card in a column of `width` px, usually exactly, so that measuring
 * the card does not move the cards below. In a `narrow` card a long location is on a line of its own.
 */
export function estimateCard(width: number, { narrow = false }: { narrow?: boolean } = {}) {
  const onPhone = innerWidth < 700;
  const inside = onPhone ? width : width - 34;
  const frame = onPhone ? 29 : 34;
  const captionHeight = (caption: string): number => {
    const shortened = shortenCaption(caption);
    const text = shortened ?? captionText(caption);
    if (!text && caption) return 0;
    return (
      linesOf(text, (onPhone ? width - 32 : inside) / letterWidth) * lineHeight + gap + (shortened ? moreHeight : 0)
    );
  };
  return (post: PostView): number => {
    const { image, caption, location } = post;
    const picture = image ? inside / frameRatio(image.width, image.height) + 10 : 0;
    const textHeight = isTextOnly(post) ? estimateTile(caption, inside, linesOf) + 10 : captionHeight(caption);
    const people = mentionedPeople(caption).length ? smallLineHeight + gap : 0;
    const under = narrow && location && inside < narrowColumn ? smallLineHeight : 0;
    const card = (post.links?.length ? cardHeight + gap : 0) + (post.event ? eventHeight(post.event) * 16 + gap : 0);
    const poll = post.poll ? pollHeight(post.poll) + gap : 0;
    return frame + headerHeight + picture + 10 + textHeight + poll + card + people + 2 * controlHeight + gap + under;
  };
}

interface Props extends HTMLAttributes<HTMLElement> {
  post: PostView;
  /** Loads the picture at once, as for the first cards of a page. */
  eager?: boolean;
  sizes?: string;
  /** The name of a followed member who likes the post. */
  friend?: string | undefined;
  /** For a narrow column: puts a long location on a line of its own. */
  narrow?: boolean;
  /**
   * The state of a post that is being sent: over the pictures or, of a post with a negative id, which nobody can like yet, in
   * place of the controls.
   */
  state?: ReactNode;
}

const LinkCard = lazyOptional(() => import('../linkPreviews/LinkCard.tsx'));
const EventCard = lazyOptional(() => import('../events/EventCard.tsx'));
const CommentList = lazyOptional(async () => ({ default: (await import('../comments/CommentList.tsx')).CommentList }));

/** What readers do with a post: like, read comments, save, write a comment. */
function PostControls({ post, friend }: { post: PostView; friend: string | undefined }) {
  const { t } = useTranslation();
  const [showsComments, setShowsComments] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const commentsCount = post.commentsCount + useWaitingCount(post.postId);
  return (
    <>
      <div className="-mx-2.5 flex gap-1 max-[20rem]:flex-wrap">
        <LikeButton post={post} />
        <span className="inline-flex items-center">
          <IconButton
            label={t('comment.write')}
            onClick={() => {
              setShowsComments(true);
              field.current?.focus();
            }}
          >
            <MessageCircle aria-hidden className="size-6" />
          </IconButton>
          <button
            type="button"
            aria-label={t('post.comments', { count: commentsCount })}
            aria-expanded={showsComments}
            onClick={() => setShowsComments(!showsComments)}
            className="inline-flex min-h-11 min-w-11 items-center rounded-full pr-2.5 font-semibold tabular-nums underline-offset-4 hover:underline aria-expanded:text-accent-text"
          >
            {shortCount(commentsCount)}
          </button>
        </span>
        {friend && post.likesCount > Number(post.likedByMe) && <FriendLikes post={post} friend={friend} />}
        <BookmarkButton post={post} />
      </div>
      {/* Above the list, so that the field does not move while the comments are loading. */}
      <CommentForm post={post} field={field} onSent={() => setShowsComments(true)} />
      {showsComments && (
        <Suspense fallback={null}>
          <CommentList post={post} />
          <PostLink
            postId={post.postId}
            className="inline-flex min-h-11 items-center self-start font-semibold text-accent-text underline-offset-4 hover:underline"
          >
            {t('post.openPage')}
          </PostLink>
        </Suspense>
      )}
    </>
  );
}

/** Memoised, because the surrounding list renders on every scroll event. */
export const PostCard = memo(function PostCard({
  post,
  eager = false,
  sizes,
  friend,
  narrow = false,
  state,
  ...rest
}: Props) {
  const { t } = useTranslation();
  useOnScreen(post.postId);
  const like = useLikePost(post);
  const { open } = usePopup();
  const textOnly = isTextOnly(post);
  const sent = post.postId > 0;
  const openPost = sent ? () => void open({ post: post.postId }) : undefined;
  const likePost = () => sent && like(true);
  const [link] = post.links ?? [];
  return (
    <article
      aria-label={t('post.by', { name: nameOf(post.user) })}
      tabIndex={-1}
      className="flex flex-col gap-2.5 border-b border-line bg-ground pt-4 pb-3 rail:rounded-card rail:border rail:bg-surface rail:p-4"
      {...rest}
    >
      <div className="px-4 rail:px-0">
        <PostHeader post={post} narrow={narrow}>
          {sent && <PostMenuButton post={post} />}
        </PostHeader>
      </div>
      {(textOnly || post.image) && (
        <div className="relative">
          {textOnly ? (
            <TextTile post={post} onTap={openPost} onDoubleTap={likePost} />
          ) : (
            <PostPicture post={post} eager={eager} sizes={sizes} onTap={openPost} onDoubleTap={likePost} />
          )}
          {post.album && (
            <span className="pointer-events-none absolute top-1.5 left-3 z-1 rounded-full bg-veil px-2 text-13 font-semibold text-over-picture">
              {t(post.imagesCount ? 'album.mark' : 'album.markEmpty', { count: post.imagesCount })}
            </span>
          )}
          {sent && state && (
            <div className="absolute inset-x-0 bottom-0 has-[button]:bg-surface has-[button]:px-4 has-[button]:py-2">
              {state}
            </div>
          )}
        </div>
      )}
      <div className="flex flex-col gap-1.5 px-4 rail:px-0">
        {!textOnly && <Caption post={post} onTap={openPost} />}
        {post.event && (
          <Suspense fallback={<Skeleton height={`${eventHeight(post.event)}rem`} />}>
            <EventCard post={post} />
          </Suspense>
        )}
        {post.poll && <PollPlace poll={post.poll} by={post.userId} />}
        {link && (
          <Suspense fallback={<Skeleton className="h-24" />}>
            <LinkCard link={link} />
          </Suspense>
        )}
        <TaggedPeople post={post} />
        {sent ? (
          <PostControls post={post} friend={friend} />
        ) : (
          <div className="flex min-h-23.5 flex-col justify-center">{state}</div>
        )}
      </div>
    </article>
  );
});
