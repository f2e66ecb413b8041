import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf, paging, userPostsInput } from '../../lib/lists.ts';
import { useWaiting } from '../../lib/outbox/store.ts';
import { usePopup } from '../../lib/popups.ts';
import { useStore } from '../../lib/store.ts';
import { trpc } from '../../lib/trpc.ts';
import { useFirstItems } from '../../ui/LoadMore.tsx';
import { PagedGrid } from '../../ui/PagedGrid.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { localPictures, withSentPictures } from '../composer/localPictures.ts';
import { GridSkeleton, PostTile } from '../posts/PostTile.tsx';

interface Props {
  userId: number;
  name: string;
  /** Set if the posts are the viewer's own. A click on a post then opens the editor. */
  own?: true;
  /** Content shown if there are no posts. */
  empty: ReactNode;
}

export function PostGrid({ userId, name, own, empty }: Props) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const list = trpc.posts.byUser.useInfiniteQuery(userPostsInput(userId), paging);
  const waiting = useWaiting('post');
  const pictures = useStore(localPictures);
  const posts = itemsOf(list.data);
  const more = useFirstItems(list, posts.length);
  if (list.isPending || more) return <GridSkeleton />;
  if (list.isError && !list.data) return <ErrorState onRetry={() => void list.refetch()} />;
  if (!posts.length) return empty;
  return (
    <PagedGrid
      name={`posts-${userId}`}
      label={t('profile.grid', { name })}
      items={posts}
      more={list}
      columns={3}
      rowHeight={Math.min(innerWidth, 940) / 3}
      keyOf={(post) => post.postId}
      render={(post, index) => {
        const entry = waiting.find(({ payload }) => payload.postId === post.postId);
        const shown = own ? withSentPictures(post, entry, pictures) : post;
        return <PostTile post={shown} eager={index < 9} onOpen={() => void open({ post: post.postId, edit: own })} />;
      }}
    />
  );
}
