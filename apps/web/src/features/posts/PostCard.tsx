import MessageCircle from 'lucide-react/icons/message-circle';
import { type HTMLAttributes, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import type { PostView } from '../../lib/types.ts';
import { frameRatio } from '../../ui/pictureSource.ts';
import { CommentForm } from '../comments/CommentForm.tsx';
import { CommentList, useWaitingComments } from '../comments/CommentList.tsx';
import { LikeButton, useLikePost } from '../likes/LikeButton.tsx';
import { CaptionText, WithLine } from './CaptionText.tsx';
import { hasText, peopleIn, textOf } from './captionParts.ts';
import { PostHeader } from './PostHeader.tsx';
import { PostPicture } from './PostPicture.tsx';

const line = 22;
const gap = 6;
const control = 44;
/** The average width of a letter of a caption, in pixels. */
const letter = 7.2;

const linesOf = (text: string, width: number): number =>
  text.split('\n').reduce((lines, part) => lines + Math.max(1, Math.ceil((part.length * letter) / width)), 0);

/**
 * Estimates the height of a post's card in a column of `width` px, mostly to the pixel, so that the cards below do not move
 * when it is measured. The comment form is not shown everywhere.
 */
export function estimateCard(width: number, { form = true }: { form?: boolean } = {}) {
  const onPhone = innerWidth < 700;
  const inside = onPhone ? width : width - 34;
  const frame = onPhone ? 25 : 34;
  return ({ image, caption }: PostView): number => {
    const picture = image ? inside / frameRatio(image.width, image.height) + 10 : 0;
    const text = textOf(caption);
    const words = text || !caption ? linesOf(text, onPhone ? width - 32 : inside) * line + gap : 0;
    const people = peopleIn(caption).length ? line + gap : 0;
    return frame + control + picture + 10 + words + people + control + (form ? gap + control : 0);
  };
}

interface Props extends HTMLAttributes<HTMLElement> {
  post: PostView;
  /** The first cards of a page fetch their picture at once. */
  eager?: boolean;
  sizes?: string;
  /** Shows the comment form only with the comments. */
  formOnDemand?: boolean;
}

/** Memoised, since the list around it renders at every step of a scroll. */
export const PostCard = memo(function PostCard({ post, eager = false, sizes, formOnDemand = false, ...rest }: Props) {
  const { t } = useTranslation();
  const like = useLikePost(post);
  const [open, setOpen] = useState(false);
  const commentsCount = post.commentsCount + useWaitingComments(post.postId).length;
  const comments = `comments-${post.postId}`;
  return (
    <article
      aria-label={t('post.by', { name: post.user.userName })}
      tabIndex={0}
      className="flex flex-col gap-2.5 border-b border-line bg-ground py-3 rail:rounded-card rail:border rail:bg-surface rail:p-4"
      {...rest}
    >
      <div className="px-4 rail:px-0">
        <PostHeader post={post} />
      </div>
      <PostPicture post={post} eager={eager} sizes={sizes} onDoubleTap={() => like(true)} />
      <div className="flex flex-col gap-1.5 px-4 rail:px-0">
        {(hasText(post.caption) || !post.caption) && (
          <p className={post.caption ? 'text-15 whitespace-pre-wrap' : 'text-15 text-soft'}>
            {post.caption ? <CaptionText caption={post.caption} /> : t('post.noCaption')}
          </p>
        )}
        <WithLine people={peopleIn(post.caption)} />
        <div className="-mx-2.5 flex gap-1">
          <LikeButton post={post} />
          <button
            type="button"
            aria-expanded={open}
            aria-controls={comments}
            aria-label={t('post.comments', { count: commentsCount })}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-11 min-w-11 items-center gap-1.5 rounded-full px-2.5 font-semibold tabular-nums hover:bg-sunken"
          >
            <MessageCircle aria-hidden className="size-6" />
            {shortCount(commentsCount)}
          </button>
        </div>
        <div id={comments} className="empty:hidden">
          {open && <CommentList post={post} />}
        </div>
        {(open || !formOnDemand) && <CommentForm post={post} onSent={() => setOpen(true)} />}
      </div>
    </article>
  );
});
