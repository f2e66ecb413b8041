import { type Actor, type Context, sendMessage } from '@kith/domain';
import type { Cast } from './people.ts';
import { progress } from './progress.ts';
import { stableId } from './stableId.ts';
import { conversations } from './stories/index.ts';

/** The conversations of the cast, each line once. */
export async function seedMessages(ctx: Context, cast: Cast): Promise<void> {
  const tell = progress('Conversations', conversations.length);
  for (const [index, [first, second, lines]] of conversations.entries()) {
    const [one, other] = [cast.get(first) as Actor, cast.get(second) as Actor];
    for (const [line, content] of lines.entries()) {
      const [sender, receiver] = line % 2 === 0 ? [one, other] : [other, one];
      const clientId = stableId(`message ${first} ${second} ${line}`);
      await sendMessage(ctx, sender, { senderId: sender.userId, receiverId: receiver.userId, content, clientId });
    }
    tell(index + 1);
  }
}
