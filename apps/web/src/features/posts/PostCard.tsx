import MessageCircle from 'lucide-react/icons/message-circle';
import { type HTMLAttributes, lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import { useOnScreen } from '../../lib/onScreen.ts';
import { usePopup } from '../../lib/popups.ts';
import type { PostView } from '../../lib/types.ts';
import { frameRatio } from '../../ui/pictureSource.ts';
import { BookmarkButton } from '../bookmarks/BookmarkButton.tsx';
import { CommentForm } from '../comments/CommentForm.tsx';
import { useWaitingCount } from '../comments/waitingComments.ts';
import { LikeButton, useLikePost } from '../likes/LikeButton.tsx';
import { CaptionText, peopleIn, WithLine } from './CaptionText.tsx';
import { foldOf, hasText, textOf } from './captionParts.ts';
import { PostHeader } from './PostHeader.tsx';
import { PostLink } from './PostLink.tsx';
import { PostPicture } from './PostPicture.tsx';

const line = 22;
const gap = 6;
const control = 44;
const header = 52;
/** The average width of a letter of a caption, in pixels. */
const letter = 7.2;
/** The height of a fold's button, and of the line of a place. */
const more = 42;
const place = 18;

const linesOf = (text: string, width: number): number =>
  text.split('\n').reduce((lines, part) => lines + Math.max(1, Math.ceil((part.length * letter) / width)), 0);

/**
 * Estimates the height of a post's card in a column of `width` px, usually exact to the pixel, so that the cards below do not
 * move when it is measured. In narrow cards the comment form is collapsed, and the place is on its own line.
 */
export function estimateCard(width: number, { narrow = false }: { narrow?: boolean } = {}) {
  const onPhone = innerWidth < 700;
  const inside = onPhone ? width : width - 34;
  const frame = onPhone ? 29 : 34;
  return ({ image, caption, location }: PostView): number => {
    const picture = image ? inside / frameRatio(image.width, image.height) + 10 : 0;
    const fold = foldOf(caption);
    const text = fold ?? textOf(caption);
    const words = text || !caption ? linesOf(text, onPhone ? width - 32 : inside) * line + gap : 0;
    const people = peopleIn(caption).length ? line + gap : 0;
    const under = narrow ? (location ? place : 0) : gap + control;
    return frame + header + picture + 10 + words + (fold ? more : 0) + people + control + under;
  };
}

interface Props extends HTMLAttributes<HTMLElement> {
  post: PostView;
  /** The first cards of a page load their picture at once. */
  eager?: boolean;
  sizes?: string;
  /** Somebody the reader follows who likes it. */
  friend?: string | undefined;
  /** Without a comment form, and with the place on its own line. */
  narrow?: boolean;
}

/** Captions that the reader has unfolded; a card rendered again stays unfolded. */
const unfolded = new Set<number>();

/** A post's text; long ones are folded. */
function Caption({ post: { postId, caption } }: { post: PostView }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(unfolded.has(postId));
  if (!caption) return <p className="text-15 text-soft">{t('post.noCaption')}</p>;
  if (!hasText(caption)) return null;
  const fold = foldOf(caption);
  const toggle = () => {
    if (whole) unfolded.delete(postId);
    else unfolded.add(postId);
    setWhole(!whole);
  };
  return (
    <>
      <p className="text-15 whitespace-pre-wrap">
        <CaptionText caption={whole ? caption : (fold ?? caption)} />
      </p>
      {fold && (
        <button
          type="button"
          aria-expanded={whole}
          className="-my-1 min-h-11 self-start text-15 font-medium text-soft hover:underline"
          onClick={toggle}
        >
          {whole ? t('post.less') : t('post.more')}
        </button>
      )}
    </>
  );
}

const CommentList = lazy(() => import('../comments/CommentList.tsx').then((list) => ({ default: list.CommentList })));

/** Memoised, because the surrounding list renders at every step of a scroll. */
export const PostCard = memo(function PostCard({ post, eager = false, sizes, friend, narrow = false, ...rest }: Props) {
  const { t } = useTranslation();
  useOnScreen(post.postId);
  const like = useLikePost(post);
  const { open } = usePopup();
  // The reader's own comments on this post.
  const [said, setSaid] = useState(false);
  const commentsCount = post.commentsCount + useWaitingCount(post.postId);
  return (
    <article
      aria-label={t('post.by', { name: post.user.userName })}
      tabIndex={-1}
      className="flex flex-col gap-2.5 border-b border-line bg-ground pt-4 pb-3 rail:rounded-card rail:border rail:bg-surface rail:p-4"
      {...rest}
    >
      <div className="px-4 rail:px-0">
        <PostHeader post={post} narrow={narrow} />
      </div>
      <PostPicture
        post={post}
        eager={eager}
        sizes={sizes}
        onTap={() => void open({ post: post.postId })}
        onDoubleTap={() => like(true)}
      />
      <div className="flex flex-col gap-1.5 px-4 rail:px-0">
        <Caption post={post} />
        <WithLine people={peopleIn(post.caption)} />
        <div className="-mx-2.5 flex gap-1">
          <LikeButton post={post} friend={friend} />
          <PostLink
            postId={post.postId}
            label={t('post.comments', { count: commentsCount })}
            className="inline-flex min-h-11 min-w-11 items-center gap-1.5 rounded-full px-2.5 font-semibold tabular-nums hover:bg-sunken"
          >
            <MessageCircle aria-hidden className="size-6" />
            {shortCount(commentsCount)}
          </PostLink>
          <BookmarkButton post={post} />
        </div>
        {said && (
          <Suspense fallback={null}>
            <CommentList post={post} />
          </Suspense>
        )}
        {!narrow && <CommentForm post={post} onSent={() => setSaid(true)} />}
      </div>
    </article>
  );
});
