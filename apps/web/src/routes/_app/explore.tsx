import { createFileRoute, Link } from '@tanstack/react-router';
import Compass from 'lucide-react/icons/compass';
import Search from 'lucide-react/icons/search';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateCard, PostCard } from '../../features/feed/PostCard.tsx';
import { InviteButton } from '../../features/people/InviteButton.tsx';
import { CardSkeleton } from '../../features/posts/PostSkeleton.tsx';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { itemsOf, paging, popularInput } from '../../lib/lists.ts';
import { loadExplore } from '../../lib/loadScreens.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { narrowScreen, useMedia } from '../../lib/useMedia.ts';
import { cx } from '../../ui/cx.ts';
import type { MorePages } from '../../ui/LoadMore.tsx';
import { useFirstItems } from '../../ui/LoadMore.tsx';
import { Optional } from '../../ui/Optional.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';

function ExploreSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex gap-4">
      {['', 'hidden rail:flex', 'hidden min-[68.75rem]:flex wide:hidden min-[112.5rem]:flex'].map((shown) => (
        <div key={shown} className={cx('flex min-w-0 flex-1 flex-col rail:gap-4', shown)}>
          <CardSkeleton />
          <CardSkeleton />
        </div>
      ))}
    </div>
  );
}

const FirstPeople = lazy(() => import('../../features/home/FirstPeople.tsx'));

interface PopularPostsProps {
  posts: PostView[];
  more: MorePages;
}

/** Popular posts in one, two or three columns. With the keyboard, posts are reached in the order of the ranking. */
function PopularPosts({ posts, more }: PopularPostsProps) {
  const { t } = useTranslation();
  // From 1200 px on there are only two columns, because the panel takes the space of the third, until there is room for both.
  const three = useMedia('(68.75rem <= width < 75rem), (width >= 112.5rem)');
  const two = useMedia('(min-width: 43.75rem)');
  const columns = three ? 3 : two ? 2 : 1;
  return (
    <PagedList
      name="popular"
      label={t('explore.heading')}
      items={posts}
      more={more}
      columns={columns}
      gap={columns > 1 ? 16 : 0}
      estimate={estimateCard(columns > 1 ? 302 : innerWidth, { narrow: true })}
      keyOf={(post) => post.postId}
      render={(post, position) => (
        <PostCard
          post={post}
          narrow
          eager={position['aria-posinset'] <= columns}
          sizes="(min-width: 68.75rem) 302px, (min-width: 43.75rem) 50vw, 100vw"
          {...position}
        />
      )}
      skeleton={<ExploreSkeleton />}
    />
  );
}

function ExploreScreen() {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrowScreen);
  const list = trpc.posts.popular.useInfiniteQuery(popularInput, paging);
  const posts = itemsOf(list.data);
  const more = useFirstItems(list, posts.length);
  return (
    <WithPanel className="to-the-edge rail:max-w-260 rail:py-8 wide:max-w-155 min-[112.5rem]:max-w-235">
      <title>{t('common.pageTitle', { page: t('explore.title') })}</title>
      {isNarrow && (
        <div className="mx-4 mt-4 flex items-center gap-2">
          <Link
            to="/browser"
            state={{ searching: true }}
            className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-full bg-sunken px-4 text-15 text-soft"
          >
            <Search aria-hidden className="size-4.5 shrink-0" />
            <span className="truncate">{t('search.peopleLabel')}</span>
          </Link>
          <InviteButton short />
        </div>
      )}
      <h1 className="px-4 pt-5 pb-4 text-28 font-bold tracking-tight rail:px-0 rail:pt-0">{t('explore.heading')}</h1>
      {(list.isPending || more) && <ExploreSkeleton />}
      {list.isError && !list.data && <ErrorState title={t('explore.failed')} onRetry={() => void list.refetch()} />}
      {list.data && !posts.length && !more && (
        <div className="px-4 pb-8 rail:px-0">
          <EmptyState icon={Compass} title={t('explore.empty')} />
          <Optional>
            <FirstPeople />
          </Optional>
        </div>
      )}
      {posts.length > 0 && <PopularPosts posts={posts} more={list} />}
    </WithPanel>
  );
}

export const Route = createFileRoute('/_app/explore')({
  loader: () => {
    // Preloads the code that places posts in columns. A failure is ignored here, because the component that needs the code
    // handles it.
    import('../../ui/VirtualRows.tsx').catch(() => {});
    loadExplore();
  },
  component: ExploreScreen,
});
