import { KnownDevice, PasswordReset, sessionQueries, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limit, reauthenticationsPerSession } from '../limits.ts';
import { checkPassword } from './checkPassword.ts';
import { removePasskeys } from './passkeys.ts';
import { hashPassword } from './password.ts';

export interface ChangePasswordInput {
  currentPassword: string;
  newPassword: string;
  /** Whether access tokens, webhooks, known browsers and passkeys are deleted too, as in `signOutEverywhere`. */
  endAccess?: boolean | undefined;
}

/**
 * Changes the caller's password after checking the current one; ends all other sessions and invalidates mailed reset codes.
 * Throws `incorrect-password`, `google-account`, `too-many-requests`, `busy`.
 */
export async function changePassword(ctx: Context, actor: Actor, input: ChangePasswordInput): Promise<void> {
  await limit(ctx, reauthenticationsPerSession, `session:${actor.sessionId}`, 'too-many-requests');
  const user = await ctx.db.em().findOne(User, { id: actor.userId }, { populate: ['passwordHash'] });
  if (user?.authProvider === 'google') throw new Refusal('google-account');
  const old = user?.passwordHash ?? null;
  if (!(await checkPassword(ctx, actor.userId, old, input.currentPassword))) throw new Refusal('incorrect-password');
  const passwordHash = await hashPassword(input.newPassword);
  const ended = await ctx.db.transaction(async (tx) => {
    // This statement comes first, because it locks the user's row. It changes nothing if the verified password has changed
    // meanwhile, or the account is disabled or deleted.
    const changed = await tx
      .em()
      .nativeUpdate(User, { id: actor.userId, passwordHash: old, deletedAt: null, disabledAt: null }, { passwordHash });
    if (changed === 0) throw new Refusal('incorrect-password');
    await tx.em().nativeDelete(PasswordReset, { user: actor.userId });
    if (input.endAccess) {
      await removePasskeys(tx, actor);
      await tx.em().nativeDelete(KnownDevice, { user: actor.userId });
    }
    return tx.run(sessionQueries.end, [actor.userId, actor.sessionId, input.endAccess ?? false]);
  });
  await ctx.limiter.reset(reauthenticationsPerSession, `session:${actor.sessionId}`);
  const sessionIds = ended.map(({ id }) => id);
  if (sessionIds.length > 0) {
    void announce(ctx, { name: 'session.ended', to: null, payload: { userId: actor.userId, sessionIds } });
  }
}
