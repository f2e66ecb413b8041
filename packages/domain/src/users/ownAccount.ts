import { foldName, type OwnUser, type UpdateUser, wordsIn } from '@kith/contracts';
import {
  accountQueries,
  BioWord,
  ClaimedUserName,
  confusedWith,
  now,
  ProfileLink,
  type Transaction,
  User,
} from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireSelf } from '../auth/actor.ts';
import { hashPassword } from '../auth/password.ts';
import { type Actor, type Context, hasScope } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { announceJoined, requireSignUpAllowed, takeInvitation } from '../invitations.ts';
import { scheduleDelivery } from '../notifications.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { setProfileLinks } from '../profileLinks.ts';
import { mayBeChosen, newIdentityUid } from '../secrets.ts';
import { readServerSettings, readSignUpMode } from '../server/serverSettings.ts';
import { readOwnUser } from './readUsers.ts';

/** Whether a username is free at the moment; only the insert at sign-up decides. */
export async function userNameAvailable(ctx: Context, input: { userName: string }): Promise<{ available: boolean }> {
  return { available: (await ctx.db.em().count(ClaimedUserName, confusedWith(input.userName))) === 0 };
}

export interface SignUpInput {
  userName: string;
  email: string;
  password: string;
  firebaseUid?: string | undefined;
  language?: 'en' | 'es' | 'pl' | undefined;
  invitation?: string | undefined;
}

/**
 * Creates an account with a password. A uid from a sign-in at an identity provider counts as taken, even if that user has not yet
 * chosen a username. The invitation is used up only together with the insert. Throws `operation-not-allowed`, `sign-up-closed`,
 * `invitation-required`, `invitation-invalid`, `username-taken`, `email-already-in-use`, `uid-taken`, `busy`.
 */
export async function signUp(ctx: Context, input: SignUpInput): Promise<OwnUser> {
  if (!ctx.settings.passwordSignIn) throw new Refusal('operation-not-allowed');
  requireSignUpAllowed((await readServerSettings(ctx)).signUp, input.invitation);
  if (input.firebaseUid !== undefined && !mayBeChosen(input.firebaseUid)) throw new Refusal('uid-taken');
  const uid = input.firebaseUid ?? newIdentityUid();
  const passwordHash = await hashPassword(input.password);
  const { userName, email, language = 'en' } = input;
  const made = await ctx.db
    .transaction(async (tx) => {
      const allowed = await readSignUpMode(ctx, tx);
      const invitation = requireSignUpAllowed(allowed, input.invitation);
      const inviter = await takeInvitation(tx, invitation, allowed === 'invitation');
      const account = [inviter, userName, email, uid, passwordHash, language] as const;
      const [row] = await tx.run(accountQueries.signUp, [...account, !ctx.settings.confirmEmail]);
      if (!row) throw new Refusal('uid-taken');
      if (ctx.settings.confirmEmail)
        await recordJob(tx, { name: 'auth.sendConfirmation', payload: { userId: row.id } });
      else await announceJoined(tx, row.id);
      return row;
    })
    .catch((error: unknown) =>
      refuseConflict(error, {
        users_user_name_key: 'username-taken',
        users_email_key: 'email-already-in-use',
        users_identity_uid_key: 'uid-taken',
      }),
    );
  if (ctx.settings.confirmEmail) await queueRecordedJobs(ctx);
  else void scheduleDelivery(ctx);
  return readOwnUser(ctx, made.id);
}

/** Replaces the words by which a member's bio is found. The transaction must have locked the member's row. */
async function putBioWords(tx: Transaction, userId: number, bio: string): Promise<void> {
  await tx.em().nativeDelete(BioWord, { user: userId });
  const words = new Set(wordsIn(bio).map(({ word }) => word));
  if (words.size > 0)
    await tx.em().insertMany(
      BioWord,
      [...words].map((word) => ({ user: userId, word })),
    );
}

/** Removes the verifications of a member's links, whose pages were checked for links to the former address of the profile. */
async function checkLinksAnew(tx: Transaction, userId: number): Promise<void> {
  const links = await tx.em().nativeUpdate(ProfileLink, { user: userId }, { verifiedAt: null, checkAt: now() });
  if (links > 0) await recordJob(tx, { name: 'profileLinks.check', payload: { userId } });
}

/**
 * Changes the caller's profile and settings; a former name stays reserved. A field with a column of the same name is written as
 * it is; other fields are handled here one by one. Throws `forbidden`, `missing-scope`, `unauthenticated`, `username-taken`.
 */
export async function updateUser(ctx: Context, actor: Actor, input: UpdateUser): Promise<OwnUser> {
  requireSelf(actor, input.userId);
  // A public account accepts all requests to follow it.
  if (input.visibility !== undefined && !hasScope(actor, 'follows'))
    throw new Refusal('missing-scope', { scopes: ['follows'] });
  const { userId: _, links, visibility, displayName, birthday, ...columns } = input;
  const given = {
    ...columns,
    ...(displayName !== undefined && {
      displayName: displayName || null,
      searchName: (displayName && foldName(displayName)) || null,
    }),
    ...(birthday !== undefined && { birthMonth: birthday?.month ?? null, birthDay: birthday?.day ?? null }),
    private: visibility === undefined ? undefined : visibility === 'private',
  };
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(changed) as Partial<typeof given>;
  if (links !== undefined || changed.length > 0) {
    const isActive = await ctx.db
      .transaction(async (tx) => {
        // The lock serialises concurrent changes of the links.
        const [owner] = await tx.run(accountQueries.lock, [actor.userId]);
        if (!owner) return false;
        // If the account becomes public, its pending requests are accepted.
        if (visibility === 'public')
          await recordJob(tx, { name: 'follows.acceptWaiting', payload: { userId: actor.userId } });
        const isRenamed = input.userName && input.userName.toLowerCase() !== owner.user_name?.toLowerCase();
        if (isRenamed) await checkLinksAnew(tx, actor.userId);
        if (changed.length > 0) await tx.em().nativeUpdate(User, { id: actor.userId }, changes);
        if (input.bio !== undefined) await putBioWords(tx, actor.userId, input.bio);
        if (links) await setProfileLinks(tx, actor.userId, [...new Set(links)]);
        return true;
      })
      .catch((error: unknown) => refuseConflict(error, { users_user_name_key: 'username-taken' }));
    if (!isActive) throw new Refusal('unauthenticated');
    if (visibility === 'public' || links) await queueRecordedJobs(ctx);
    void announce(ctx, { name: 'user.changed', to: null, payload: { userId: actor.userId } });
  }
  return readOwnUser(ctx, actor.userId, actor.token);
}
