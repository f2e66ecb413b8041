import { Export, FederatedIdentity, KnownDevice, PasswordReset, Session, User } from '@kith/db';
import { handOverJobs, recordJob } from '../afterCommit.ts';
import { announce } from '../announce.ts';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { actAs } from '../permissions.ts';
import { newIdentityUid } from '../secrets.ts';

/** What is left of whoever an account was. */
const nobody = { userName: null, email: null, passwordHash: null, bio: '', pictureKey: null };

/**
 * Deletes the caller's account: at once nobody sees it or gets in, and a job removes what it left. A bare row stays, so
 * that messages keep an author. Throws `forbidden`, `reauthentication-required`, `unauthenticated`.
 */
export async function deleteUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  actAs(actor, input.userId);
  await requireFreshAuthentication(ctx, actor);
  const { userId } = actor;
  await ctx.db.transaction(async (em) => {
    // The user's row first, as every change of an account.
    const gone = await em.nativeUpdate(
      User,
      { id: userId, deletedAt: null, disabledAt: null },
      { deletedAt: ctx.clock.now(), identityUid: newIdentityUid(), ...nobody },
    );
    if (gone === 0) throw new Refusal('unauthenticated');
    const theirs = { user: userId };
    await em.nativeDelete(Session, theirs);
    await em.nativeDelete(PasswordReset, theirs);
    await em.nativeDelete(KnownDevice, theirs);
    await em.nativeDelete(FederatedIdentity, theirs);
    await em.nativeDelete(Export, theirs);
    recordJob(em, { name: 'users.erase', payload: { userId } });
  });
  await handOverJobs(ctx);
  announce(
    ctx,
    { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } },
    { name: 'user.changed', to: null, payload: { userId } },
  );
}
