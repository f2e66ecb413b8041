import { createFileRoute } from '@tanstack/react-router';
import ArrowUp from 'lucide-react/icons/arrow-up';
import UsersRound from 'lucide-react/icons/users-round';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateCard, PostCard } from '../../features/feed/PostCard.tsx';
import { FriendsPanel } from '../../features/home/FriendsPanel.tsx';
import { FirstPost, useFirstPost } from '../../features/home/firstPost.tsx';
import { useNewPosts } from '../../features/home/newPosts.ts';
import { ReadMark, useReadMark } from '../../features/home/readMark.tsx';
import { useLikedByFriends } from '../../features/likes/likedByFriends.ts';
import { NewMembers } from '../../features/people/NewMembers.tsx';
import { PostSkeleton } from '../../features/posts/PostSkeleton.tsx';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { homeInput, itemsOf, paging } from '../../lib/lists.ts';
import { loadHome } from '../../lib/loadScreens.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMedia, wideScreen } from '../../lib/useMedia.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyOptional, Optional } from '../../ui/Optional.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { ErrorState } from '../../ui/States.tsx';

const FirstRun = lazyOptional(() => import('../../features/home/FirstRun.tsx'));
const PullToRefresh = lazy(() => import('../../features/home/PullToRefresh.tsx'));

function HomeScreen() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const isWide = useMedia(wideScreen);
  const onPhone = useMedia('(width < 43.75rem) and (pointer: coarse)');
  const feed = trpc.feed.home.useInfiniteQuery(homeInput, paging);
  const loaded = itemsOf(feed.data);
  const first = useFirstPost(loaded);
  const posts = loaded.filter(({ postId }) => postId !== first.post?.postId);
  const pending = feed.isPending || first.pending;
  const { waiting, show } = useNewPosts(feed.data && posts);
  const mark = useReadMark(posts);
  // The names of members who like the posts arrive after the feed. Because this value is deferred, React can render the cards
  // with the names in slices.
  const friends = useDeferredValue(useLikedByFriends(posts));
  return (
    <WithPanel label={t('home.friends')} panel={<FriendsPanel />} className="rail:pt-6">
      <title>{t('common.pageTitle', { page: t('home.title') })}</title>
      <h1 className="sr-only">{t('home.title')}</h1>
      {!isWide && (
        <div className="hidden justify-end pb-3 rail:flex">
          <Button variant="quiet" small onClick={() => void open({ popup: 'friends' })}>
            <UsersRound aria-hidden className="size-4.5" />
            {t('home.friends')}
          </Button>
        </div>
      )}
      {waiting && (
        <div className="sticky top-[calc(4rem+var(--banner,0px))] z-20 flex h-0 justify-center rail:top-[calc(1rem+var(--banner,0px))]">
          <Button className="h-11 animate-rise shadow-float" onClick={() => void show()}>
            <ArrowUp aria-hidden className="size-4.5" />
            {t('home.newPosts')}
          </Button>
        </div>
      )}
      {onPhone && (
        <Optional>
          <PullToRefresh onRefresh={show} />
        </Optional>
      )}
      <NewMembers />
      {pending && <PostSkeleton />}
      {feed.isError && !feed.data && <ErrorState title={t('home.failed')} onRetry={() => void feed.refetch()} />}
      {!pending && first.post && <FirstPost post={first.post} />}
      {!pending && feed.data && !posts.length && (
        <Suspense fallback={<PostSkeleton />}>
          <FirstRun />
        </Suspense>
      )}
      {!pending && posts.length > 0 && (
        <PagedList
          name="home"
          label={t('home.feed')}
          items={posts}
          more={feed}
          estimate={estimateCard(Math.min(innerWidth, 620))}
          gap={isWide ? 20 : 12}
          keyOf={(post) => post.postId}
          render={(post, position) => (
            <>
              {post.postId === mark && <ReadMark />}
              <PostCard
                post={post}
                eager={position['aria-posinset'] <= 2}
                friend={friends.get(post.postId)}
                {...position}
              />
            </>
          )}
          skeleton={
            <div className="pt-3 wide:pt-5">
              <PostSkeleton cards={1} />
            </div>
          }
          end={<p className="py-10 text-center text-15 text-soft">{t('home.end')}</p>}
        />
      )}
    </WithPanel>
  );
}

export const Route = createFileRoute('/_app/home')({
  loader: loadHome,
  component: HomeScreen,
});
