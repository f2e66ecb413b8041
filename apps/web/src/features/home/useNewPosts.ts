import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { homeInput } from '../../lib/lists.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { toast } from '../../ui/toast.ts';
import { announcedPosts, watchAnnounced, withdrawPosts } from './announced.ts';

/** Whether posts wait above the list, once there is one, and a way to see them; nothing jumps by itself. */
export function useNewPosts(shown: PostView[] | undefined) {
  const { t } = useTranslation();
  const text = useFailureText();
  const utils = trpc.useUtils();
  const announced = useSyncExternalStore(watchAnnounced, announcedPosts);
  const newest = shown && Math.max(0, ...shown.slice(0, homeInput.limit).map(({ postId }) => postId));
  useEffect(() => {
    // A list fetched since then begins with them.
    if (newest) withdrawPosts(announced.filter((postId) => postId <= newest));
  }, [announced, newest]);
  const show = async () => {
    const awaited = announcedPosts();
    try {
      const page = await api.feed.home.query(homeInput);
      utils.feed.home.setInfiniteData(homeInput, { pages: [page], pageParams: [null] });
      withdrawPosts(awaited);
      if (location.pathname === '/home') scrollTo({ top: 0 });
    } catch (error) {
      const again = { label: t('common.tryAgain'), run: () => void show() };
      toast(`${t('home.failed')} ${text(error)}`, { look: 'bad', action: again });
    }
  };
  return { waiting: newest !== undefined && announced.some((postId) => postId > newest), show };
}
