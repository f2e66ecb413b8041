import { announce } from '../announce.ts';
import type { Actor, Context } from '../context.ts';

/** Tells another member that the caller is typing; kept nowhere. */
export function announceTyping(ctx: Context, actor: Actor, input: { withUserId: number }): void {
  const payload = { senderId: actor.userId, receiverId: input.withUserId };
  announce(ctx, { name: 'message.typing', to: [input.withUserId], payload });
}
