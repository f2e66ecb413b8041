import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { itemsOf, paging } from '../../lib/pages.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PagedGrid } from '../../ui/PagedGrid.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { PostTile } from './PostTile.tsx';
import { userPostsInput } from './userPosts.ts';

interface Props {
  userId: number;
  userName: string;
  /** The posts open in the editor. */
  own?: true;
  /** Shown when there are no posts. */
  empty: ReactNode;
}

export function PostGrid({ userId, userName, own, empty }: Props) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const list = trpc.posts.byUser.useInfiniteQuery(userPostsInput(userId), paging);
  const posts = itemsOf(list.data);
  if (list.isPending) return <GridSkeleton />;
  if (list.isError && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!posts.length) return empty;
  return (
    <PagedGrid
      name={`posts-${userId}`}
      label={t('profile.grid', { name: userName })}
      items={posts}
      more={list}
      columns={3}
      rowHeight={Math.min(innerWidth, 940) / 3}
      keyOf={(post) => post.postId}
      render={(post, index) => (
        <PostTile post={post} eager={index < 9} onOpen={() => void open({ post: post.postId, edit: own })} />
      )}
    />
  );
}
