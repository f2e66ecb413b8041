import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { onLive } from '../../lib/live.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { homeInput } from './homeFeed.ts';

/** Whether posts wait above the list, and a way to see them; nothing jumps by itself. */
export function useNewPosts() {
  const { userId } = useViewer();
  const utils = trpc.useUtils();
  const [waiting, setWaiting] = useState(false);
  useEffect(
    () =>
      onLive('post.created', ({ authorId }) => {
        if (authorId !== userId) setWaiting(true);
      }),
    [userId],
  );

  const show = async () => {
    const page = await api.feed.home.query(homeInput);
    utils.feed.home.setInfiniteData(homeInput, { pages: [page], pageParams: [null] });
    setWaiting(false);
    scrollTo({ top: 0 });
  };
  return { waiting, show };
}
