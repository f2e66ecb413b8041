import { Message } from '@kith/db';
import { type Actor, type Context, markConversationRead, sendMessage } from '@kith/domain';
import type { Cast } from './people.ts';
import { progress } from './progress.ts';
import { stableId } from './stableId.ts';
import { type Conversation, conversations } from './stories.ts';

const hour = 3_600_000;
const step = 2 * 60_000;

/** Sends the messages of all demo conversations that have not been sent by an earlier run. */
export async function seedMessages(ctx: Context, cast: Cast, since: Date): Promise<void> {
  const report = progress('Conversations', conversations.length);
  for (const [index, conversation] of conversations.entries()) {
    await converse(ctx, cast, conversation, since.getTime());
    report(index + 1);
  }
}

/** Sends the messages of one conversation. Earlier messages are marked as read before a reply; the last messages stay unread. */
async function converse(ctx: Context, cast: Cast, { between, hoursAgo, turns }: Conversation, since: number) {
  const [one, other] = between.map((name) => cast.get(name)) as [Actor, Actor];
  const passing = turns.map((turn) => (typeof turn === 'number' ? turn * hour : step));
  let at = since - hoursAgo * hour - passing.reduce((sum, each) => sum + each, 0);
  let [sender, receiver] = [one, other];
  let line = 0;
  for (const [index, turn] of turns.entries()) {
    at += passing[index] as number;
    if (typeof turn === 'number') continue;
    await markConversationRead(ctx, sender, { withUserId: receiver.userId });
    for (const content of turn) {
      const clientId = stableId(`message ${between.join(' ')} ${line++}`);
      const words = { senderId: sender.userId, receiverId: receiver.userId, content, clientId };
      const { messageId } = await sendMessage(ctx, sender, words);
      await ctx.db.em().nativeUpdate(Message, { id: messageId }, { createdAt: new Date(at) });
    }
    [sender, receiver] = [receiver, sender];
  }
}
