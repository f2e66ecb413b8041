import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { homeInput } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';

let posts: number[] = [];
const watchers = new Set<() => void>();

function set(next: number[]): void {
  posts = next;
  for (const watcher of watchers) watcher();
}

/** Posts by others that were announced since the feed was last fetched, whatever screen the member is on. */
export const announcedPosts = (): number[] => posts;

function watchAnnounced(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

export const announcePost = (postId: number): void => set([...posts, postId]);

/** Removes posts that are shown now or deleted. */
export function withdrawPosts(gone: number[]): void {
  const left = posts.filter((each) => !gone.includes(each));
  if (left.length < posts.length) set(left);
}

/** How far a replica, from which lists may be read, is behind at most, in milliseconds. */
const behind = 1_000;

/** The newest of the feed, asked for once more when what was announced is not there yet. */
async function firstPage(awaited: number[]) {
  const page = await api.feed.home.query(homeInput);
  if (awaited.length === 0 || page.items.some(({ postId }) => postId >= Math.max(...awaited))) return page;
  await new Promise((resolve) => setTimeout(resolve, behind));
  return api.feed.home.query(homeInput);
}

/** Whether there are new posts above the list, and a function that shows them; the list never moves by itself. */
export function useNewPosts(shown: PostView[] | undefined) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const announced = useSyncExternalStore(watchAnnounced, announcedPosts);
  const newest = shown && Math.max(0, ...shown.slice(0, homeInput.limit).map(({ postId }) => postId));
  useEffect(() => {
    // A list that was fetched since contains them.
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
      toast(`${t('home.failed')} ${failureText(error)}`, { look: 'bad', action: again });
    }
  };
  return { waiting: newest !== undefined && announced.some((postId) => postId > newest), show };
}
