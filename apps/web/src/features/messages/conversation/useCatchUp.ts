import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLive, watchLive } from '../../../lib/live.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import type { ChatKey } from '../chat.ts';
import type { Message } from '../message.ts';
import { addMessages, cachedMessages, fetchMessages, setReadUpTo, updateShown } from './messageCache.ts';

const pollMs = 500;
const maxPollMs = 8_000;
/** One poll out of this many also fetches edits, deletions and reactions of the newest messages. */
const fullPollEvery = 6;

/**
 * Returns the id after which the poll asks for messages. Usually this is the id of the newest received message. The viewer's
 * own newest message may have a higher id, but received messages with ids in between may still arrive. If the viewer's newest
 * message in a direct chat is not marked as read, the returned id is lower than the id of that message, so that the poll fetches
 * the message again with its current read mark.
 */
function knownUpTo(messages: Message[], me: number): number {
  const received = messages.find(({ sender }) => sender.userId !== me)?.messageId ?? 0;
  const mine = messages.find(({ sender }) => sender.userId === me);
  return mine?.receiver && !mine.readByReceiver ? Math.min(received, mine.messageId - 1) : received;
}

/**
 * Polls the open chat every 500 ms while the live stream is down, and once more when the stream is back, so that no message is
 * missed. After a failed poll, the interval grows.
 */
export function useCatchUp(chat: ChatKey, loaded: boolean): void {
  const client = useQueryClient();
  const { userId: me } = useViewer();
  useEffect(() => {
    if (!loaded) return;
    let stopped = false;
    let running = false;
    let again = false;
    let delay = pollMs;
    let polls = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const poll = async (): Promise<void> => {
      if (!navigator.onLine) return;
      const after = knownUpTo(cachedMessages(client, chat), me);
      const pageInput = { limit: 100, ...(after > 0 && { afterMessageId: after }) };
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof fetchMessages>> = await fetchMessages(chat, { ...pageInput, cursor });
        if (stopped) return;
        addMessages(client, chat, page.items);
        const seen = page.items.find((message) => message.sender.userId === me && message.readByReceiver);
        if (seen?.receiver) setReadUpTo(client, chat, seen.receiver.userId, seen.messageId);
        cursor = after > 0 ? page.nextCursor : null;
      } while (cursor);
      polls += 1;
      if (polls % fullPollEvery !== 0) return;
      const newest = await fetchMessages(chat);
      if (!stopped) updateShown(client, chat, newest.items);
    };

    const run = async (): Promise<void> => {
      clearTimeout(timer);
      again = running;
      if (running) return;
      running = true;
      let failed = false;
      do {
        again = false;
        failed = await poll().then(
          () => false,
          () => true,
        );
      } while (again && !stopped);
      running = false;
      delay = failed ? Math.min(maxPollMs, delay * 2) : pollMs;
      if (!stopped && (failed || !isLive())) timer = setTimeout(run, delay);
    };

    const watch = (connected: boolean) => {
      delay = pollMs;
      clearTimeout(timer);
      timer = setTimeout(run, connected ? 0 : pollMs);
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
