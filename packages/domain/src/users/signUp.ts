import { User } from '@kith/db';
import { hashPassword } from '../auth/password.ts';
import type { Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { newIdentityUid } from '../secrets.ts';
import { readOwnUser } from './readUser.ts';
import type { OwnUser } from './userView.ts';

export interface SignUp {
  userName: string;
  email: string;
  password: string;
  firebaseUid?: string | undefined;
  language?: 'en' | 'es' | 'pl' | undefined;
}

/** Makes a password account. Throws `operation-not-allowed`, `username-taken`, `email-already-in-use`, `uid-taken`. */
export async function signUp(ctx: Context, input: SignUp): Promise<OwnUser> {
  if (!ctx.settings.passwordSignIn) throw new Refusal('operation-not-allowed');
  const em = ctx.db.em();
  const user = em.create(User, {
    userName: input.userName,
    email: input.email,
    identityUid: input.firebaseUid ?? newIdentityUid(),
    authProvider: 'email',
    passwordHash: await hashPassword(input.password),
    language: input.language ?? 'en',
  });
  await em
    .persist(user)
    .flush()
    .catch((error: unknown) =>
      refuseConflict(error, {
        users_user_name_key: 'username-taken',
        users_email_key: 'email-already-in-use',
        users_identity_uid_key: 'uid-taken',
      }),
    );
  return readOwnUser(ctx, user.id);
}
