import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { timeOfDay } from '../../i18n/dates.ts';
import { itemsOf, paging } from '../../lib/lists.ts';
import { useWaiting } from '../../lib/outbox/store.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import type { CommentView, PostView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ReportButton } from '../reports/ReportButton.tsx';
import { commentsInput, useHiddenComments } from './commentCache.ts';
import { deleteComment } from './deleteComment.ts';

/** The member's own comments on a post that wait for a connection, newest first as in the list below them. */
export const useWaitingComments = (postId: number) =>
  useWaiting('comment')
    .filter(({ payload }) => payload.postId === postId)
    .reverse();

interface CommentProps {
  comment: Pick<CommentView, 'content' | 'createdAt' | 'user'> & { commentId?: number };
  state?: 'sent' | 'sending' | 'waiting';
  /** Given to those who may delete it. */
  onDelete?: (() => void) | undefined;
}

function Comment({ comment, state = 'sent', onDelete }: CommentProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { user, createdAt, content, commentId } = comment;
  return (
    <li className={cx('flex gap-2.5', state === 'sending' && 'opacity-60')}>
      <Avatar src={user.profilePicture} size={32} />
      <div className="min-w-0 flex-1 text-15">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/user/$username"
            params={{ username: user.userName }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {user.userName}
          </Link>
          <time dateTime={createdAt} className="text-13 text-soft">
            {timeOfDay(createdAt)}
          </time>
          {commentId !== undefined && state === 'sent' && user.userId !== viewer.userId && (
            <ReportButton of={{ kind: 'comment', id: commentId }} name={user.userName} />
          )}
          {state === 'waiting' && <span className="text-13 text-soft">{t('common.waiting')}</span>}
        </div>
        <p className="whitespace-pre-wrap">{content}</p>
      </div>
      {onDelete && (
        <IconButton
          label={t('comment.delete', { name: user.userName })}
          className="-my-1.5 -mr-2.5 text-soft"
          onClick={(event) => {
            // The row goes, and the focus with it: it moves to the next one.
            const row = event.currentTarget.closest('li');
            const next = row?.nextElementSibling ?? row?.previousElementSibling;
            onDelete();
            next?.querySelector('button')?.focus({ preventScroll: true });
          }}
        >
          <Trash2 aria-hidden className="size-4.5" />
        </IconButton>
      )}
    </li>
  );
}

/** Newest first. One's own may be deleted, and any under one's own post. */
export function CommentList({ post }: { post: Pick<PostView, 'postId' | 'userId'> }) {
  const { t } = useTranslation();
  const { postId } = post;
  const client = useQueryClient();
  const user = useViewer();
  const hidden = useHiddenComments();
  const waiting = useWaitingComments(postId);
  const list = trpc.comments.list.useInfiniteQuery(commentsInput(postId), paging);
  const comments = itemsOf(list.data).filter(({ commentId }) => !hidden.has(commentId));
  const deletable = (comment: CommentView) =>
    comment.commentId > 0 && [post.userId, comment.user.userId].includes(user.userId);
  const empty = list.data && !comments.length && !waiting.length;
  return (
    <>
      {(comments.length > 0 || waiting.length > 0) && (
        <ul aria-label={t('comment.list')} className="flex flex-col gap-3 py-2">
          {waiting.map(({ id, payload }) => (
            <Comment key={id} comment={{ ...payload, user }} state="waiting" />
          ))}
          {comments.map((comment) => (
            <Comment
              key={comment.commentId}
              comment={comment}
              state={comment.commentId < 0 ? 'sending' : 'sent'}
              onDelete={deletable(comment) ? () => deleteComment(client, comment) : undefined}
            />
          ))}
        </ul>
      )}
      {list.isPending && <SkeletonList rows={2} />}
      {list.isError && !list.data && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 py-2 text-soft">
          {t('comment.loadFailed')}
          <Button look="ghost" small className="-mx-4" onClick={() => void list.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </p>
      )}
      {empty && <p className="py-2 text-15 text-soft">{t('comment.empty')}</p>}
      {list.hasNextPage && (
        <Button
          look="ghost"
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
