import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { CommentView } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { Comment } from './Comment.tsx';
import { repliesInput, useHiddenComments } from './commentCache.ts';
import { useWaitingComments } from './waitingComments.ts';

interface Props {
  parent: CommentView;
  /** The user id of the post's author. */
  authorId: number;
  onReply: ((to: CommentView) => void) | undefined;
}

/** The replies to a top-level comment, oldest first. */
export function Replies({ parent, authorId, onReply }: Props) {
  const { t } = useTranslation();
  const hidden = useHiddenComments();
  const waiting = useWaitingComments(parent.postId, parent.commentId);
  const list = trpc.comments.replies.useInfiniteQuery(repliesInput(parent.commentId), paging);
  const replies = itemsOf(list.data).filter(({ commentId }) => !hidden.has(commentId));
  return (
    <>
      <ul
        aria-label={t('comment.replies', { name: parent.user ? nameOf(parent.user) : '' })}
        className="flex flex-col gap-3 pt-2"
      >
        {replies.map((reply) => (
          <Comment
            key={reply.commentId}
            comment={reply}
            state={reply.commentId < 0 ? 'sending' : 'sent'}
            authorId={authorId}
            onReply={onReply && (() => onReply(reply))}
          />
        ))}
        {waiting.map((comment) => (
          <Comment key={comment.commentId} comment={comment} state="waiting" authorId={authorId} />
        ))}
      </ul>
      {list.isPending && <SkeletonList rows={1} />}
      {list.isError && !list.data && (
        <Button variant="ghost" small className="-ml-4" onClick={() => void list.refetch()}>
          {t('common.tryAgain')}
        </Button>
      )}
      {list.hasNextPage && (
        <Button
          variant="ghost"
          small
          busy={list.isFetchingNextPage}
          className="-ml-4 self-start"
          onClick={() => void list.fetchNextPage()}
        >
          {t('comment.moreReplies')}
        </Button>
      )}
    </>
  );
}
