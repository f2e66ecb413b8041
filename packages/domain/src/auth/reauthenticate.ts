import { Session, User } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit } from '../limit.ts';
import { reauthenticationsPerSession } from './limits.ts';
import { verifyPassword } from './password.ts';

export const reauthenticationMinutes = 5;

/** Proves again who the caller is, for this session. Throws `incorrect-password`, `too-many-requests`, `busy`. */
export async function reauthenticate(ctx: Context, actor: Actor, input: { password: string }): Promise<void> {
  const em = ctx.db.em();
  await limit(ctx, reauthenticationsPerSession, `session:${actor.sessionId}`, 'too-many-requests');
  const user = await em.findOne(User, { id: actor.userId }, { populate: ['passwordHash'] });
  if (!(await verifyPassword(user?.passwordHash ?? null, input.password))) throw new Refusal('incorrect-password');
  await ctx.limiter.reset(reauthenticationsPerSession, `session:${actor.sessionId}`);
  await markReauthenticated(ctx, actor);
}

/** Notes for this session when the caller proved who they are: now, or when their identity provider says. */
export async function markReauthenticated(ctx: Context, actor: Actor, provenAt = ctx.clock.now()): Promise<void> {
  await ctx.db.em().nativeUpdate(Session, { id: actor.sessionId }, { reauthenticatedAt: provenAt });
}

/** Throws `reauthentication-required` unless the caller proved who they are within the last minutes, read fresh. */
export async function requireFreshAuthentication(ctx: Context, actor: Actor): Promise<void> {
  const session = await ctx.db.em().findOne(Session, { id: actor.sessionId });
  const provenAt = session?.reauthenticatedAt?.getTime() ?? 0;
  if (ctx.clock.now().getTime() - provenAt > reauthenticationMinutes * 60_000) {
    throw new Refusal('reauthentication-required');
  }
}
