import MessageCircle from 'lucide-react/icons/message-circle';
import { type HTMLAttributes, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortCount } from '../../i18n/dates.ts';
import type { PostView } from '../../lib/types.ts';
import { CommentForm } from '../comments/CommentForm.tsx';
import { CommentList } from '../comments/CommentList.tsx';
import { useWaitingComments } from '../comments/useWaitingComments.ts';
import { LikeButton } from '../likes/LikeButton.tsx';
import { useLikePost } from '../likes/useLikePost.ts';
import { CaptionText } from './CaptionText.tsx';
import { hasText, peopleIn } from './captionParts.ts';
import { PostHeader } from './PostHeader.tsx';
import { PostPicture } from './PostPicture.tsx';
import { WithLine } from './WithLine.tsx';

interface Props extends HTMLAttributes<HTMLElement> {
  post: PostView;
  /** The first cards of a page fetch their picture at once. */
  eager?: boolean;
  sizes?: string;
  /** Shows the comment form only with the comments. */
  formOnDemand?: boolean;
}

/** Drawn again only for a change of its own: the list around it is drawn at every step of a scroll. */
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
          {open && <CommentList postId={post.postId} />}
        </div>
        {(open || !formOnDemand) && <CommentForm postId={post.postId} onSent={() => setOpen(true)} />}
      </div>
    </article>
  );
});
