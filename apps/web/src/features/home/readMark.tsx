import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import type { PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';

/** How long, in milliseconds, the feed must be on screen before its newest post counts as read. */
const readAfter = 3_000;

/**
 * Returns the id of the first post that the reader has already seen in an earlier visit, on any device. Null if there is no
 * newer post above it.
 */
export function useReadMark(posts: PostView[]): number | null {
  const { userId, feedReadAt } = useViewer();
  const [mark] = useState(feedReadAt);
  const others = posts.filter((post) => post.userId !== userId);
  const newest = others[0]?.createdAt;
  useEffect(() => {
    if (newest === undefined || (mark !== null && newest <= mark)) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') api.feed.markRead.mutate({ upTo: newest }).catch(() => undefined);
    }, readAfter);
    return () => clearTimeout(timer);
  }, [newest, mark]);
  if (mark === null || newest === undefined || newest <= mark) return null;
  return others.find(({ createdAt }) => createdAt <= mark)?.postId ?? null;
}

/** The line above the first post that the reader has already seen. */
export function ReadMark() {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-3 px-4 pb-3 text-13 font-medium text-accent-text before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line rail:px-0 wide:pb-5">
      {t('home.readHere')}
    </p>
  );
}
