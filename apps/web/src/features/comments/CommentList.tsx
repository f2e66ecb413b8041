import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';
import { Comment } from './Comment.tsx';
import { commentsInput } from './commentCache.ts';
import { useWaitingComments } from './useWaitingComments.ts';

export function CommentList({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const user = useViewer();
  const waiting = useWaitingComments(postId);
  const list = trpc.comments.list.useInfiniteQuery(commentsInput(postId), paging);
  const comments = itemsOf(list.data);
  const empty = list.data && !comments.length && !waiting.length;
  return (
    <>
      {(comments.length > 0 || waiting.length > 0) && (
        <ul aria-label={t('comment.list')} className="flex flex-col gap-3 py-2">
          {waiting.map(({ id, payload }) => (
            <Comment key={id} comment={{ ...payload, user }} state="waiting" />
          ))}
          {comments.map((comment) => (
            <Comment key={comment.commentId} comment={comment} state={comment.commentId < 0 ? 'sending' : 'sent'} />
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
