import type { FederatedIdentity, PendingSignIn, User } from '../entities/index.ts';
import type { Columns, Plain, Present } from '../rows.ts';
import { statement } from '../statement.ts';

/** An account for a log-in; `known` is whether the account knows the browser. */
export type AccountRow = Columns<User, 'id' | 'authProvider' | 'passwordHash'> & { disabled: boolean; known: boolean };

type ByIdentifier = [identifier: string, deviceHash: string | null, now: Date];

/** Statements about accounts, their addresses and passwords, and identities of providers. */
export const accountQueries = {
  livingActor: statement<[user: number], Columns<User, 'id' | 'createdAt'>>('accounts/livingActor'),
  lock: statement<[user: number], Columns<User, 'id' | 'userName'>>('accounts/lock'),
  byUserName: statement<ByIdentifier, AccountRow>('accounts/byUserName'),
  byEmail: statement<ByIdentifier, AccountRow>('accounts/byEmail'),
  signUp: statement<
    [
      invitation: string | null,
      userName: string,
      email: string,
      uid: string,
      passwordHash: string,
      language: Plain<User['language']>,
      emailConfirmed: boolean,
      founderModerates: boolean,
    ],
    { id: User['id'] | null; free: boolean }
  >('accounts/signUp'),
  signUpFederated: statement<
    [invitation: string | null, userName: string, email: string, uid: string, language: Plain<User['language']>],
    Columns<User, 'id'>
  >('accounts/signUpFederated'),
  userNameKept: statement<[userName: string], { user_id: number }>('accounts/userNameKept'),
  userNameTaken: statement<[userName: string], Columns<User, 'id'>>('accounts/userNameTaken'),
  emailTaken: statement<[email: string], Columns<User, 'id'>>('accounts/emailTaken'),
  freeEmail: statement<[email: string], Columns<User, 'id'>>('accounts/freeEmail'),
  lockForConfirmation: statement<
    [user: number],
    Columns<User, 'id' | 'language'> & Present<User, 'email' | 'userName'>
  >('accounts/lockForConfirmation'),
  confirmEmail: statement<[codeHash: string, now: Date], Columns<User, 'id'>>('accounts/confirmEmail'),
  resetPassword: statement<
    [user: number, passwordHash: string, email: string, guarded: boolean, confirms: boolean],
    Columns<User, 'id'>
  >('accounts/resetPassword'),
  lockForReset: statement<
    [email: string],
    Columns<User, 'id' | 'language' | 'emailConfirmed'> & Present<User, 'email' | 'userName'>
  >('accounts/lockForReset'),
  identify: statement<
    [uid: string, issuer: string, subject: string, email: string],
    Columns<FederatedIdentity, 'uid' | 'user'>
  >('accounts/identify'),
  pendingIdentity: statement<
    [tokenHash: string, uid: string, now: Date],
    Columns<FederatedIdentity, 'uid' | 'email'> & Columns<PendingSignIn, 'invitationHash'>
  >('accounts/pendingIdentity'),
};
