import type { OwnUser } from '@kith/contracts';
import { accountQueries } from '@kith/db';
import { hashPassword } from '../auth/password.ts';
import type { Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { mayBeChosen, newIdentityUid } from '../secrets.ts';
import { readOwnUser } from './readUser.ts';

export interface SignUp {
  userName: string;
  email: string;
  password: string;
  firebaseUid?: string | undefined;
  language?: 'en' | 'es' | 'pl' | undefined;
}

/**
 * Makes a password account. A uid that an identity provider's sign-in holds is taken, also before its username is chosen.
 * Throws `operation-not-allowed`, `username-taken`, `email-already-in-use`, `uid-taken`, `busy`.
 */
export async function signUp(ctx: Context, input: SignUp): Promise<OwnUser> {
  if (!ctx.settings.passwordSignIn) throw new Refusal('operation-not-allowed');
  if (input.firebaseUid !== undefined && !mayBeChosen(input.firebaseUid)) throw new Refusal('uid-taken');
  const uid = input.firebaseUid ?? newIdentityUid();
  const passwordHash = await hashPassword(input.password);
  const [user] = await ctx.db
    .run(accountQueries.signUp, [input.userName, input.email, uid, passwordHash, input.language ?? 'en'])
    .catch((error: unknown) =>
      refuseConflict(error, {
        users_user_name_key: 'username-taken',
        users_email_key: 'email-already-in-use',
        users_identity_uid_key: 'uid-taken',
      }),
    );
  if (!user) throw new Refusal('uid-taken');
  return readOwnUser(ctx, user.id);
}
