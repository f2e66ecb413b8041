import { visibleText } from '@kith/contracts/visibleText';
import { repliesPath } from '../lib/outbox/payloads.ts';
import { memberCache, memberId } from './member.ts';

export interface ReplyTo {
  /** The user id of the other member of a direct chat. Undefined for a group. */
  userId?: number;
  chatId?: number;
  words: { action: string; hint: string; waits: string };
}

/**
 * Sends a reply. If that fails, stores the reply for the page's outbox, which retries and reports refusals. Returns false if it
 * was stored.
 */
export async function sendReply({ userId, chatId }: ReplyTo, text: string): Promise<boolean> {
  const [senderId, cache] = [await memberId(), await memberCache()];
  // After the log-out there is no member in whose name the reply could be sent, so it is dropped.
  if (senderId === null || !cache) return true;
  const clientId = crypto.randomUUID();
  const content = visibleText(text);
  const path = chatId === undefined ? '/trpc/messages.send' : '/trpc/chats.send';
  const to = chatId === undefined ? { senderId, receiverId: userId } : { chatId };
  const sent = fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...to, content, clientId }),
  });
  if (
    await sent.then(
      ({ ok }) => ok,
      () => false,
    )
  )
    return true;
  const stored = { receiverId: userId, chatId, content, createdAt: new Date().toISOString() };
  await cache.put(`${repliesPath}${clientId}`, new Response(JSON.stringify(stored)));
  return false;
}
