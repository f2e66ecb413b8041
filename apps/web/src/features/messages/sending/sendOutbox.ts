import { api } from '../../../lib/api.ts';
import { failureOf } from '../../../lib/failure.ts';
import { watchLive } from '../../../lib/live.ts';
import type { Message } from '../message.ts';
import { dropPending, markPending, nextPending, reloadOutbox, watchOutbox } from './outbox.ts';

const firstWait = 1_000;
const longestWait = 30_000;
const patience = 20_000;
const passing = new Set(['network', 'rate-limited', 'unauthenticated', 'busy']);

/**
 * Sends what waits, one after the other and in order, until the returned function is called. What cannot be reached is
 * tried again with the same client id, which the server takes once.
 */
export function sendOutbox(me: number, onSent: (message: Message) => void): () => void {
  let stopped = false;
  let running = false;
  let wait = firstWait;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = () => {
    timer = setTimeout(run, wait);
    wait = Math.min(longestWait, wait * 2);
  };

  const run = async (): Promise<void> => {
    if (running || stopped || !navigator.onLine) return;
    running = true;
    clearTimeout(timer);
    for (let next = nextPending(me); next && !stopped; next = nextPending(me)) {
      const { clientId, senderId, receiverId, content, stalled } = next;
      try {
        const input = { senderId, receiverId, content, clientId };
        const message = await api.messages.send.mutate(input, { signal: AbortSignal.timeout(patience) });
        wait = firstWait;
        onSent(message);
        dropPending(clientId);
      } catch (error) {
        const { code } = failureOf(error);
        if (passing.has(code)) {
          if (!stalled) markPending(clientId, { stalled: true });
          later();
          break;
        }
        markPending(clientId, { failure: code });
      }
    }
    running = false;
  };

  const soon = () => {
    wait = firstWait;
    void run();
  };
  const onAdded = () => {
    if (nextPending(me)?.stalled !== true) void run();
  };
  const off = [watchOutbox(onAdded), watchLive((up) => up && soon())];
  addEventListener('online', soon);
  reloadOutbox();
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
    removeEventListener('online', soon);
    for (const stop of off) stop();
  };
}
