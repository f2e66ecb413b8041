import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLive, watchLive } from '../../../lib/live.ts';
import { useViewer } from '../../../lib/session.ts';
import type { ChatKey } from '../chat.ts';
import type { Message } from '../message.ts';
import { cachedMessages, fetchMessages, putMessages, putNow, putRead } from './messageCache.ts';

const beat = 500;
const slowest = 8_000;
/** One in this many polls also fetches edits, deletions and reactions of the newest messages. */
const whole = 6;

/**
 * The id after which to poll for messages: that of the newest received message, since one that the viewer sent may have a higher
 * id than some that have not arrived. While the viewer's newest message is not marked as read, the id is lower, so that the poll
 * updates that mark too.
 */
function knownUpTo(messages: Message[], me: number): number {
  const received = messages.find(({ sender }) => sender.userId !== me)?.messageId ?? 0;
  const mine = messages.find(({ sender }) => sender.userId === me);
  return mine?.receiver && !mine.readByReceiver ? Math.min(received, mine.messageId - 1) : received;
}

/**
 * Polls the open conversation every 500 ms while the live stream is down, and once more when the stream is back, so that no
 * message is lost or shown twice. If the server does not respond, the intervals grow.
 */
export function useCatchUp(chat: ChatKey, loaded: boolean): void {
  const client = useQueryClient();
  const { userId: me } = useViewer();
  useEffect(() => {
    if (!loaded) return;
    let stopped = false;
    let running = false;
    let again = false;
    let wait = beat;
    let polls = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const ask = async (): Promise<void> => {
      if (!navigator.onLine) return;
      const after = knownUpTo(cachedMessages(client, chat), me);
      const part = { limit: 100, ...(after > 0 && { afterMessageId: after }) };
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof fetchMessages>> = await fetchMessages(chat, { ...part, cursor });
        if (stopped) return;
        putMessages(client, chat, page.items);
        const seen = page.items.find((message) => message.sender.userId === me && message.readByReceiver);
        if (seen?.receiver) putRead(client, chat, seen.receiver.userId, seen.messageId);
        cursor = after > 0 ? page.nextCursor : null;
      } while (cursor);
      polls += 1;
      if (polls % whole !== 0) return;
      const newest = await fetchMessages(chat);
      if (!stopped) putNow(client, chat, newest.items);
    };

    const step = async (): Promise<void> => {
      clearTimeout(timer);
      again = running;
      if (running) return;
      running = true;
      let failed = false;
      do {
        again = false;
        failed = await ask().then(
          () => false,
          () => true,
        );
      } while (again && !stopped);
      running = false;
      wait = failed ? Math.min(slowest, wait * 2) : beat;
      if (!stopped && (failed || !isLive())) timer = setTimeout(step, wait);
    };

    const watch = (up: boolean) => {
      wait = beat;
      clearTimeout(timer);
      timer = setTimeout(step, up ? 0 : beat);
    };
    if (!isLive()) watch(false);
    const unwatch = watchLive(watch);
    return () => {
      stopped = true;
      clearTimeout(timer);
      unwatch();
    };
  }, [client, chat, me, loaded]);
}
