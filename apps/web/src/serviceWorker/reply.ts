import { keptReply } from '../lib/keptReplies.ts';
import { memberCache, memberId } from './member.ts';

export interface ReplyTo {
  /** For a direct chat; otherwise it is a group. */
  userId?: number;
  chatId?: number;
  words: { action: string; hint: string; waits: string };
}

/** Sends a reply, or stores it for the page's outbox, which sends it later and reports refusals. Returns whether it was sent. */
export async function sendReply({ userId, chatId }: ReplyTo, text: string): Promise<boolean> {
  const [senderId, cache] = [await memberId(), await memberCache()];
  // After log-out there is no member to send it for.
  if (senderId === null || !cache) return true;
  const clientId = crypto.randomUUID();
  const content = text.trim();
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
  const kept = { receiverId: userId, chatId, content, createdAt: new Date().toISOString() };
  await cache.put(keptReply(clientId), new Response(JSON.stringify(kept)));
  return false;
}
