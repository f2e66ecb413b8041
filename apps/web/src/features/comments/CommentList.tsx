import { Link } from '@tanstack/react-router';
import { commentTime } from '../../i18n/dates.ts';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { itemsOf, paging } from '../../lib/pages.ts';
import { trpc } from '../../lib/trpc.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { SkeletonList } from '../../ui/SkeletonList.tsx';
import { commentsInput } from './commentCache.ts';

export function CommentList({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const list = trpc.comments.list.useInfiniteQuery(commentsInput(postId), paging);
  if (list.isPending) return <SkeletonList rows={2} />;
  if (list.isError) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 py-2 text-soft">
        {t('comment.loadFailed')}
        <Button look="ghost" small onClick={() => void list.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </p>
    );
  }
  const comments = itemsOf(list.data);
  if (!comments.length) return <p className="py-2 text-15 text-soft">{t('comment.empty')}</p>;
  return (
    <>
      <ul aria-label={t('comment.list')} className="flex flex-col gap-3 py-2">
        {comments.map((comment) => (
          <li key={comment.commentId} className={comment.commentId < 0 ? 'flex gap-2.5 opacity-60' : 'flex gap-2.5'}>
            <Avatar src={comment.user.profilePicture} size={32} />
            <div className="min-w-0 flex-1 text-15">
              <p className="flex items-baseline gap-2">
                <Link
                  to="/user/$username"
                  params={{ username: comment.user.userName }}
                  className="font-semibold underline-offset-4 hover:underline"
                >
                  {comment.user.userName}
                </Link>
                <time dateTime={comment.createdAt} className="text-13 text-soft">
                  {commentTime(comment.createdAt)}
                </time>
              </p>
              <p className="whitespace-pre-wrap">{comment.content}</p>
            </div>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="ghost" small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('comment.more')}
        </Button>
      )}
    </>
  );
}
