import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { api } from '../../lib/api.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { toast } from '../../ui/toast.ts';
import { announcedPosts, forgetAnnounced, watchAnnounced } from './announced.ts';
import { homeInput } from './homeFeed.ts';

/** Whether posts wait above the list, and a way to see them; nothing jumps by itself. */
export function useNewPosts(shown: PostView[]) {
  const { t } = useTranslation();
  const text = useFailureText();
  const utils = trpc.useUtils();
  const announced = useSyncExternalStore(watchAnnounced, announcedPosts);
  // A list fetched since then begins with them.
  const newest = Math.max(0, ...shown.slice(0, homeInput.limit).map(({ postId }) => postId));
  const show = async () => {
    try {
      const page = await api.feed.home.query(homeInput);
      utils.feed.home.setInfiniteData(homeInput, { pages: [page], pageParams: [null] });
      forgetAnnounced();
      scrollTo({ top: 0 });
    } catch (error) {
      const again = { label: t('common.tryAgain'), run: () => void show() };
      toast(`${t('home.failed')} ${text(error)}`, { look: 'bad', action: again });
    }
  };
  return { waiting: announced.some((postId) => postId > newest), show };
}
