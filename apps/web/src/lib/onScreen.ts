import { maxWatched } from '@kith/contracts/lengths';
import { useEffect } from 'react';
import { api, logOutState } from './api.ts';
import { onLive } from './live.ts';

/** The number of components that show each post, by post id. The post that was added last is at the end. */
const shown = new Map<number, number>();
let streamId: string | undefined;
let lastSent = '';
let scheduled = false;

/**
 * How long, in milliseconds, to wait until a screen is rendered, and the minimum interval between two reports to the server.
 */
const renderDelayMs = 200;
const minIntervalMs = 1_000;
let lastSentAt = 0;

function send(): void {
  scheduled = false;
  const postIds = [...shown.keys()].slice(-maxWatched);
  const now = `${streamId}:${postIds.toSorted((a, b) => a - b)}`;
  // A report that is due while the member logs out could only be refused.
  if (streamId === undefined || now === lastSent || logOutState() !== 'none') return;
  lastSent = now;
  lastSentAt = Date.now();
  // After a failed call, live likes and comments are missing until the next change of the screen sends the list again.
  api.live.watch.mutate({ streamId, postIds }).catch(() => {
    lastSent = '';
  });
}

function scheduleSend(): void {
  if (scheduled) return;
  scheduled = true;
  setTimeout(send, Math.max(renderDelayMs, lastSentAt + minIntervalMs - Date.now()));
}

/** Reports a visible post to the server, which sends live likes and comments only for posts that are on the screen. */
export function useOnScreen(postId: number): void {
  useEffect(() => {
    // A post that is not sent yet has a negative id.
    if (postId < 0) return;
    const count = shown.get(postId) ?? 0;
    shown.delete(postId);
    shown.set(postId, count + 1);
    scheduleSend();
    return () => {
      const left = (shown.get(postId) ?? 1) - 1;
      if (left > 0) shown.set(postId, left);
      else shown.delete(postId);
      scheduleSend();
    };
  }, [postId]);
}

/** Reports the visible posts each time a live stream opens. The returned function stops this. */
export function reportToNewStreams(): () => void {
  const off = onLive('ready', (ready) => {
    streamId = ready.streamId;
    if (shown.size > 0) scheduleSend();
  });
  return () => {
    off();
    streamId = undefined;
  };
}
