import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { homeInput } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { toast } from '../../ui/toast.tsx';
import { announcedPosts, useAnnouncedPosts, withdrawPosts } from '../posts/announcedPosts.ts';

/** The maximum lag, in milliseconds, of the database replica from which the server may read lists. */
const maxReplicaLagMs = 1_000;

/**
 * Fetches the first page of the feed. If it lacks the newest announced post and the server reads from a replica, fetches it again
 * after the maximum lag. The server sets this attribute of the page if it has a replica.
 */
async function firstPage(awaited: number[]) {
  const page = await api.feed.home.query(homeInput);
  const mayLag = 'replica' in document.documentElement.dataset;
  if (!mayLag || awaited.length === 0 || page.items.some(({ postId }) => postId >= Math.max(...awaited))) return page;
  await new Promise((resolve) => setTimeout(resolve, maxReplicaLagMs));
  return api.feed.home.query(homeInput);
}

/** Returns whether there are new posts, and a function that shows them. The list changes only when that function is called. */
export function useNewPosts(shown: PostView[] | undefined) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const announced = useAnnouncedPosts();
  const { userId } = useViewer();
  // The member's own posts are left out, because they are added to the list without an announcement.
  const others = shown?.filter((post) => post.userId !== userId);
  const newest = others && Math.max(0, ...others.slice(0, homeInput.limit).map(({ postId }) => postId));
  useEffect(() => {
    // Posts up to the newest one in the list are already shown, so they no longer count as announced.
    if (newest) withdrawPosts(announced.filter((postId) => postId <= newest));
  }, [announced, newest]);
  const show = async () => {
    const awaited = announcedPosts();
    try {
      const page = await firstPage(awaited);
      utils.feed.home.setInfiniteData(homeInput, { pages: [page], pageParams: [null] });
      withdrawPosts(awaited);
      if (location.pathname === '/home') scrollTo({ top: 0 });
    } catch (error) {
      const again = { label: t('common.tryAgain'), run: () => void show() };
      toast(`${t('home.failed')} ${failureText(error)}`, { variant: 'bad', action: again });
    }
  };
  return { waiting: newest !== undefined && announced.some((postId) => postId > newest), show };
}
