import { maxWatched } from '@kith/contracts/lengths';
import { useEffect } from 'react';
import { api } from './api.ts';
import { onLive } from './live.ts';

/** The posts on the screen, with the number of components that show each; the most recently added last. */
const shown = new Map<number, number>();
let streamId: string | undefined;
let told = '';
let waits = false;

/** How long to wait until a screen is rendered, and the minimum between two calls while scrolling, in milliseconds. */
const settled = 200;
const apart = 1_000;
let toldAt = 0;

function tell(): void {
  waits = false;
  const postIds = [...shown.keys()].slice(-maxWatched);
  const now = `${streamId}:${postIds.toSorted((a, b) => a - b)}`;
  if (streamId === undefined || now === told) return;
  told = now;
  toldAt = Date.now();
  // After a failed call, likes and comments do not appear live until the next change of the screen, which sends the list again.
  api.live.watch.mutate({ streamId, postIds }).catch(() => {
    told = '';
  });
}

function tellSoon(): void {
  if (waits) return;
  waits = true;
  setTimeout(tell, Math.max(settled, toldAt + apart - Date.now()));
}

/** Reports a visible post to the server, which sends live likes and comments only for posts on the screen. */
export function useOnScreen(postId: number): void {
  useEffect(() => {
    const places = shown.get(postId) ?? 0;
    shown.delete(postId);
    shown.set(postId, places + 1);
    tellSoon();
    return () => {
      const left = (shown.get(postId) ?? 1) - 1;
      if (left > 0) shown.set(postId, left);
      else shown.delete(postId);
      tellSoon();
    };
  }, [postId]);
}

/** Reports the visible posts each time a live stream opens. Returns a function that stops this. */
export function notifyStreams(): () => void {
  const off = onLive('ready', (ready) => {
    streamId = ready.streamId;
    if (shown.size > 0) tellSoon();
  });
  return () => {
    off();
    streamId = undefined;
  };
}
