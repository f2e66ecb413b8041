import { createFileRoute } from '@tanstack/react-router';
import ArrowUp from 'lucide-react/icons/arrow-up';
import UsersRound from 'lucide-react/icons/users-round';
import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { estimateCard, PostCard } from '../../features/feed/PostCard.tsx';
import { FriendsPanel } from '../../features/home/FriendsPanel.tsx';
import { useHomePosts } from '../../features/home/homePosts.ts';
import { useNewPosts } from '../../features/home/newPosts.ts';
import { ReadMark, useReadMark } from '../../features/home/readMark.tsx';
import { useLikedByFriends } from '../../features/likes/likedByFriends.ts';
import { PostSkeleton } from '../../features/posts/PostSkeleton.tsx';
import { WithPanel } from '../../features/shell/WithPanel.tsx';
import { homeInput, itemsOf, paging } from '../../lib/lists.ts';
import { loadHome } from '../../lib/loadScreens.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import { narrowScreen, useMedia, wideScreen } from '../../lib/useMedia.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { OnceSeen } from '../../ui/OnceSeen.tsx';
import { lazyOptional, Optional } from '../../ui/Optional.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { ErrorState } from '../../ui/States.tsx';

const FirstRun = lazyOptional(() => import('../../features/home/FirstRun.tsx'));
const SendState = lazyOptional(() => import('../../features/composer/SendState.tsx'));
/** Loaded a moment after the feed, so that it delays neither the feed nor its pictures. */
const Today = lazyOptional(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return import('../../features/today/Today.tsx');
});
const QuietEnd = lazyOptional(() => import('../../features/home/QuietEnd.tsx'));
const PullToRefresh = lazy(() => import('../../features/home/PullToRefresh.tsx'));

function HomeScreen() {
  const { t } = useTranslation();
  const { open } = usePopup();
  const isWide = useMedia(wideScreen);
  const onPhone = useMedia(`${narrowScreen} and (pointer: coarse)`);
  const feed = trpc.feed.home.useInfiniteQuery(homeInput, paging);
  const posts = useMemo(() => itemsOf(feed.data), [feed.data]);
  const shown = useHomePosts(posts);
  const viewer = useViewer();
  const { waiting, show } = useNewPosts(feed.data && posts);
  const mark = useReadMark(posts);
  // The names of members who like the posts arrive after the feed. Because this value is deferred, React can render the cards
  // with the names in slices.
  const friends = useDeferredValue(useLikedByFriends(posts));
  const estimate = estimateCard(Math.min(innerWidth, 620));
  return (
    <WithPanel label={t('home.followed')} panel={<FriendsPanel />} className="rail:pt-6">
      <title>{t('common.pageTitle', { page: t('home.title') })}</title>
      <h1 className="sr-only">{t('home.title')}</h1>
      <div className="hidden gap-3 pb-3 rail:flex wide:pb-5">
        <button
          type="button"
          aria-haspopup="dialog"
          className="flex min-h-15 min-w-0 flex-1 items-center gap-3 rounded-card border border-line bg-surface px-4 text-start text-soft hover:bg-sunken"
          onClick={() => void open({ popup: 'compose' })}
        >
          <Avatar src={viewer.profilePicture} />
          {t('composer.text')}
        </button>
        {!isWide && (
          <Button variant="quiet" className="self-center" onClick={() => void open({ popup: 'friends' })}>
            <UsersRound aria-hidden className="size-4.5" />
            {t('home.followed')}
          </Button>
        )}
      </div>
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
      {feed.isPending && <PostSkeleton />}
      {feed.isError && !feed.data && <ErrorState title={t('home.failed')} onRetry={() => void feed.refetch()} />}
      {feed.data && !shown.length && (
        <Suspense fallback={<PostSkeleton />}>
          <FirstRun />
        </Suspense>
      )}
      <Suspense>{feed.data && <Today />}</Suspense>
      {!feed.isPending && shown.length > 0 && (
        <PagedList
          name="home"
          label={t('home.feed')}
          items={shown}
          more={feed}
          estimate={({ post }) => estimate(post)}
          gap={isWide ? 20 : 12}
          keyOf={({ key }) => key}
          render={({ post, entry }, position) => (
            <>
              {post.postId === mark && <ReadMark />}
              <PostCard
                post={post}
                eager={position['aria-posinset'] <= 2}
                friend={friends.get(post.postId)}
                state={
                  entry && (
                    <Suspense>
                      <SendState entry={entry} />
                    </Suspense>
                  )
                }
                {...position}
              />
            </>
          )}
          skeleton={
            <div className="pt-3 wide:pt-5">
              <PostSkeleton cards={1} />
            </div>
          }
          end={
            <OnceSeen name="home">
              <Suspense>
                <QuietEnd posts={posts} />
              </Suspense>
            </OnceSeen>
          }
        />
      )}
    </WithPanel>
  );
}

export const Route = createFileRoute('/_app/home')({
  loader: loadHome,
  component: HomeScreen,
});
