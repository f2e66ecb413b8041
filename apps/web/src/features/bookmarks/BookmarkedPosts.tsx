import Bookmark from 'lucide-react/icons/bookmark';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { useFirstItems } from '../../ui/LoadMore.tsx';
import { PagedGrid } from '../../ui/PagedGrid.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { GridSkeleton, PostTile } from '../posts/PostTile.tsx';

/** The posts that the member has bookmarked, most recently bookmarked first. */
export default function BookmarkedPosts() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const list = trpc.bookmarks.list.useInfiniteQuery({ limit: 30 }, { ...paging, staleTime: 0 });
  const posts = itemsOf(list.data).filter(({ savedByMe }) => savedByMe);
  const more = useFirstItems(list, posts.length);
  if (list.isPending || more) return <GridSkeleton />;
  if (list.isError && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!posts.length) return <EmptyState icon={Bookmark} title={t('bookmarks.none')} lead={t('bookmarks.noneLead')} />;
  return (
    <PagedGrid
      name="saved"
      label={t('bookmarks.title')}
      items={posts}
      more={list}
      columns={3}
      rowHeight={Math.min(innerWidth, 940) / 3}
      keyOf={(post) => post.postId}
      render={(post, index) => (
        <PostTile post={post} eager={index < 9} onOpen={() => void open({ post: post.postId })} />
      )}
    />
  );
}
