import type { Context } from '../context.ts';
import { newToken } from '../secrets.ts';
import { sessionStore } from './sessionStore.ts';

/** Starts a session on a device, freshly authenticated; the token goes to the member's browser and nowhere else. */
export async function startSession(
  ctx: Context,
  userId: number,
  device: string,
): Promise<{ token: string; expiresAt: Date }> {
  const now = ctx.clock.now().toISOString();
  const session = await sessionStore(ctx).createSession(
    userId,
    { device: device.slice(0, 300), lastSeenAt: now, reauthenticatedAt: now },
    { sessionId: newToken() },
  );
  return { token: session.id, expiresAt: session.expiresAt };
}
