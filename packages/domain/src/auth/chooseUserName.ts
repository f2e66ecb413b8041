import type { OwnUser } from '@kith/contracts';
import { accountQueries, FederatedIdentity, PendingSignIn, User } from '@kith/db';
import type { Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { hashToken } from '../secrets.ts';
import { readOwnUser } from '../users/readUser.ts';
import { startSession } from './startSession.ts';

export interface ChooseUserName {
  uid: string;
  userName: string;
  language?: 'en' | 'es' | 'pl' | undefined;
  /** What the browser that signed in as `uid` holds. */
  pendingToken: string | null;
  device: string;
}

/**
 * Completes a federated sign-up in the browser that began it, once; the account has no password.
 * Throws `user-not-authenticated`, `username-taken-step`, `account-exists-with-different-credential`, `user-disabled`.
 */
export async function chooseUserName(
  ctx: Context,
  input: ChooseUserName,
): Promise<{ token: string; expiresAt: Date; user: OwnUser }> {
  const { pendingToken } = input;
  if (pendingToken === null) throw new Refusal('user-not-authenticated');
  const userId = await ctx.db
    .transaction(async (em) => {
      const held = [hashToken(pendingToken), input.uid, ctx.clock.now()] as const;
      const [identity] = await ctx.db.run(accountQueries.pendingIdentity, [...held], em);
      if (!identity) throw new Refusal('user-not-authenticated');
      const user = em.create(User, {
        userName: input.userName,
        email: identity.email,
        identityUid: identity.uid,
        authProvider: 'google',
        language: input.language ?? 'en',
      });
      await em.persist(user).flush();
      await em.nativeUpdate(FederatedIdentity, { uid: identity.uid }, { user: user.id });
      await em.nativeDelete(PendingSignIn, { identity: identity.uid });
      return user.id;
    })
    .catch((error: unknown) =>
      refuseConflict(error, {
        users_user_name_key: 'username-taken-step',
        users_email_key: 'account-exists-with-different-credential',
        users_identity_uid_key: 'user-not-authenticated',
      }),
    );
  const session = await startSession(ctx, {
    userId,
    passwordHash: null,
    provenAt: ctx.clock.now(),
    device: input.device,
  });
  if (!session) throw new Refusal('user-disabled');
  return { ...session, user: await readOwnUser(ctx, userId) };
}
