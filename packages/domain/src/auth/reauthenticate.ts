import { type Handle, Session, User } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit, reauthenticationsPerSession } from '../limits.ts';
import { checkPassword } from './checkPassword.ts';

export const reauthenticationMinutes = 5;

/**
 * Re-authenticates the caller in this session by the password. Throws `incorrect-password`, `too-many-requests`,
 * `rate-limited`, `busy`.
 */
export async function reauthenticate(ctx: Context, actor: Actor, input: { password: string }): Promise<void> {
  const em = ctx.db.em();
  await limit(ctx, reauthenticationsPerSession, `session:${actor.sessionId}`, 'too-many-requests');
  const user = await em.findOne(User, { id: actor.userId }, { populate: ['passwordHash'] });
  if (!(await checkPassword(ctx, actor.userId, user?.passwordHash ?? null, input.password)))
    throw new Refusal('incorrect-password');
  await ctx.limiter.reset(reauthenticationsPerSession, `session:${actor.sessionId}`);
  await markReauthenticated(ctx, actor);
}

/** Records when the caller re-authenticated in this session: now, or the time the identity provider states. */
export async function markReauthenticated(
  ctx: Context,
  actor: Actor,
  authenticatedAt = ctx.clock.now(),
): Promise<void> {
  await ctx.db.em().nativeUpdate(Session, { id: actor.sessionId }, { reauthenticatedAt: authenticatedAt });
}

/**
 * Throws `reauthentication-required` unless the caller re-authenticated within the last five minutes, as stored in the session. A
 * call with an access token always throws.
 */
export async function requireFreshAuthentication(ctx: Context, actor: Actor, db: Handle = ctx.db): Promise<void> {
  const session = await db.em().findOne(Session, { id: actor.sessionId });
  const authenticatedAt = session?.reauthenticatedAt?.getTime() ?? 0;
  if (ctx.clock.now().getTime() - authenticatedAt > reauthenticationMinutes * 60_000) {
    throw new Refusal('reauthentication-required');
  }
}
