import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import { useTranslation } from 'react-i18next';
import { commentsInput, itemsOf, type Order, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { useStoredValue } from '../../lib/useStoredValue.ts';
import { Button } from '../../ui/Button.tsx';
import { useFirstItems } from '../../ui/LoadMore.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorLine } from '../../ui/States.tsx';
import { Comment } from './Comment.tsx';
import { useMayComment } from './CommentForm.tsx';
import { useHiddenComments } from './commentCache.ts';
import { Thread } from './Thread.tsx';
import { useWaitingComments } from './waitingComments.ts';

/** The maximum number of comments for which space is reserved. More do not fit into a popup. */
const maxExpected = 6;

/** The heights, in pixels, of a one-line comment including the gap below it, and of the button that changes the order. */
const commentHeight = 94;
const orderHeight = 44;

/** Takes about as much space as the comments that are being loaded, so that an open post does not grow when they appear. */
function CommentsSkeleton({ comments }: { comments: number }) {
  const minHeight = comments * commentHeight + (comments > 1 ? orderHeight : 0);
  return (
    <div style={{ minHeight }}>
      <SkeletonList rows={Math.max(comments, 1)} large={comments > 0} />
    </div>
  );
}

/** A post's top-level comments with their replies, in the order that the member chose last in this browser. */
export function CommentList({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { postId } = post;
  const hidden = useHiddenComments();
  const [order, setOrder] = useStoredValue<Order>('comment-order', 'newest');
  const waiting = useWaitingComments(postId);
  const mayReply = useMayComment(post);
  const list = trpc.comments.list.useInfiniteQuery(commentsInput(postId, order), paging);
  const comments = itemsOf(list.data).filter(({ commentId }) => !hidden.has(commentId));
  const more = useFirstItems(list, comments.length);
  const empty = list.data && !more && !comments.length && !waiting.length;
  const unsent = waiting.map((comment) => (
    <Comment key={comment.commentId} comment={comment} state="waiting" authorId={post.userId} />
  ));
  const newest = order === 'newest';
  return (
    <>
      {comments.length > 1 && (
        <Button
          variant="ghost"
          small
          aria-label={`${t('comment.order')}: ${newest ? t('comment.newest') : t('comment.oldest')}`}
          className="-ml-4 self-start text-13! text-soft"
          onClick={() => setOrder(newest ? 'oldest' : 'newest')}
        >
          <ArrowDownUp aria-hidden className="size-4" />
          {newest ? t('comment.newest') : t('comment.oldest')}
        </Button>
      )}
      {(comments.length > 0 || waiting.length > 0) && (
        <ul aria-label={t('comment.list')} className="flex flex-col gap-3 py-2">
          {newest && unsent.toReversed()}
          {comments.map((comment) => (
            <Thread key={comment.commentId} comment={comment} post={post} mayReply={mayReply} />
          ))}
          {!newest && unsent}
        </ul>
      )}
      {list.isPending && <CommentsSkeleton comments={Math.min(post.commentsCount, maxExpected)} />}
      {more && <SkeletonList rows={2} />}
      {list.isError && !list.data && (
        <ErrorLine title={t('comment.loadFailed')} onRetry={() => void list.refetch()} className="py-2" />
      )}
      {empty && <p className="py-2 text-15 text-soft">{t('comment.empty')}</p>}
      {list.hasNextPage && (
        <Button
          variant="ghost"
          small
          busy={list.isFetchingNextPage}
          className="-ml-4 self-start"
          onClick={() => void list.fetchNextPage()}
        >
          {t('comment.more')}
        </Button>
      )}
    </>
  );
}
