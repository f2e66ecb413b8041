import {
  BioWord,
  Case,
  EmailConfirmation,
  eraseQueries,
  FederatedIdentity,
  FeedEntry,
  Founding,
  Image,
  Invitation,
  imageQueries,
  KnownDevice,
  Membership,
  NotificationSettings,
  Passkey,
  PasskeyChallenge,
  PasswordReset,
  Post,
  ProfileLink,
  Report,
  SignInNotice,
  sessionQueries,
  type Transaction,
  User,
} from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireSelf } from '../auth/actor.ts';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import { deleteSecondFactor } from '../auth/secondFactor.ts';
import { leaveChat } from '../chats/chatMembers.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { appendToLog, hasOtherHost, withdrawResetLinks } from '../host/hosts.ts';
import { lock } from '../locks.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { takeOut } from '../posts/changePictures.ts';
import { eraseSomePosts } from '../posts/erasePosts.ts';
import { newIdentityUid } from '../secrets.ts';
import { removeWithFolders } from '../sweepFolders.ts';

/** The values that replace the personal data of a deleted user. */
const erasedValues = {
  userName: null,
  displayName: null,
  searchName: null,
  birthMonth: null,
  birthDay: null,
  birthdayFor: 'friends' as const,
  timeZone: null,
  email: null,
  passwordHash: null,
  bio: '',
  pictureKey: null,
  inviter: null,
  lastSeenOn: null,
};

/**
 * Deletes the caller's account. A bare row remains as the author of messages. Throws `forbidden`, `reauthentication-required`, `last-host`,
 * `unauthenticated`.
 */
export async function deleteUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  requireSelf(actor, input.userId);
  await requireFreshAuthentication(ctx, actor);
  await deleteAccount(ctx, actor.userId);
}

/**
 * Lets the last host go only as the last member; then the next account with a confirmed address becomes the host. The caller holds the
 * lock `hosts`. Throws `last-host`.
 */
async function leaveAsHost(tx: Transaction, userId: number): Promise<void> {
  if ((await tx.em().count(User, { id: userId, host: true })) === 0) return;
  if (await hasOtherHost(tx, userId)) return withdrawResetLinks(tx);
  if ((await tx.em().count(User, { id: { $ne: userId }, deletedAt: null })) > 0) throw new Refusal('last-host');
  await tx.em().nativeDelete(Founding, {});
}

/**
 * Deletes an account: it is hidden and locked at once, and a job deletes its data. An operator, for whom the log gets an entry, may delete
 * a disabled one too. Throws `last-host`, `unauthenticated`.
 */
export async function deleteAccount(ctx: Context, userId: number, byOperator = false): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lock(tx, 'hosts');
    if (byOperator) await appendToLog(tx, null, { action: 'member-deleted', memberId: userId });
    await leaveAsHost(tx, userId);
    // This statement comes before the others, because it locks the user's row against concurrent changes.
    const gone = await tx
      .em()
      .nativeUpdate(
        User,
        { id: userId, deletedAt: null, ...(!byOperator && { disabledAt: null }) },
        { deletedAt: ctx.clock.now(), identityUid: newIdentityUid(), ...erasedValues },
      );
    if (gone === 0) throw new Refusal('unauthenticated');
    const theirs = { user: userId };
    await tx.run(sessionQueries.end, [userId, null, true]);
    await tx.em().nativeDelete(PasswordReset, theirs);
    await tx.em().nativeDelete(EmailConfirmation, theirs);
    await tx.em().nativeDelete(KnownDevice, theirs);
    await tx.em().nativeDelete(Passkey, theirs);
    await tx.em().nativeDelete(PasskeyChallenge, theirs);
    await tx.em().nativeDelete(SignInNotice, theirs);
    await tx.em().nativeDelete(BioWord, theirs);
    await tx.em().nativeDelete(ProfileLink, theirs);
    await deleteSecondFactor(tx, userId);
    await tx.em().nativeDelete(FederatedIdentity, theirs);
    for (const place of ['exports', 'imports', 'uploads'] as const) await removeWithFolders(tx, place, theirs);
    await recordJob(tx, { name: 'users.erase', payload: { userId } });
  });
  await queueRecordedJobs(ctx);
  void announce(
    ctx,
    { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } },
    { name: 'user.changed', to: null, payload: { userId } },
  );
}

/** The maximum number of rows that one statement deletes. */
const rowsPerStatement = 200;

/** Deletes some of the user's pictures that no post shows; returns how many. */
const eraseImages = (ctx: Context, userId: number): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    const images = await tx.run(imageQueries.removeOf, [userId, rowsPerStatement]);
    if (images.length > 0)
      await recordJob(tx, { name: 'images.remove', payload: { keys: images.map(({ key }) => key) } });
    return images.length;
  });

/** Takes the user's pictures out of the albums of others. */
async function leaveAllAlbums(ctx: Context, userId: number): Promise<void> {
  for (;;) {
    const em = ctx.db.em();
    const ofOthers = em
      .createQueryBuilder(Post)
      .select('id')
      .where({ author: { $ne: userId } });
    const first = { orderBy: { id: 'asc' }, limit: rowsPerStatement } as const;
    const pictures = await em.find(Image, { owner: userId, kind: 'post', postId: { $in: ofOthers.toRaw() } }, first);
    if (pictures.length === 0) return;
    for (const { id, postId } of pictures)
      await ctx.db.transaction(async (tx) => {
        await tx.run(imageQueries.lockPost, [Number(postId)]);
        await takeOut(tx, Number(postId), id);
      });
    await queueRecordedJobs(ctx);
  }
}

/** Removes the user from all groups, as if the user had left each of them. */
async function leaveAllGroups(ctx: Context, userId: number): Promise<void> {
  for (;;) {
    const first = { orderBy: { chat: 'asc' }, limit: rowsPerStatement } as const;
    const groups = await ctx.db.em().find(Membership, { user: userId, contact: null }, first);
    if (groups.length === 0) return;
    for (const { chat } of groups) await leaveChat(ctx, { chatId: chat.id, userId }, userId);
  }
}

/**
 * Deletes the remaining rows of a deleted user, sets the counts to zero, and empties the copies of the content that were made when it
 * was reported.
 */
const eraseRest = (ctx: Context, userId: number): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await tx.em().nativeDelete(FeedEntry, { userId });
    await tx.em().nativeDelete(Report, { reporter: userId });
    await tx.em().nativeUpdate(Case, { author: userId }, { snapshot: {} });
    await tx.em().nativeDelete(Invitation, { inviter: userId });
    await tx.em().nativeDelete(NotificationSettings, { user: userId });
    const counts = { postsCount: 0, publicPostsCount: 0, friendsPostsCount: 0, followersCount: 0, followingCount: 0 };
    await tx.em().nativeUpdate(User, { id: userId, deletedAt: { $ne: null } }, counts);
  });

/** Deletes everything of a deleted user except sent messages. Works in batches, so it can be interrupted and run again. */
export async function eraseUser(ctx: Context, { userId }: { userId: number }): Promise<void> {
  const deleted = await ctx.db.em().count(User, { id: userId, deletedAt: { $ne: null } });
  if (deleted === 0) return;
  await leaveAllGroups(ctx, userId);
  await leaveAllAlbums(ctx, userId);
  for (const step of Object.values(eraseQueries)) {
    let rows = rowsPerStatement;
    while (rows > 0) rows = (await ctx.db.run(step, [userId, rowsPerStatement]))[0]?.rows ?? 0;
  }
  while ((await eraseSomePosts(ctx, userId)) > 0);
  while ((await eraseImages(ctx, userId)) > 0) await queueRecordedJobs(ctx);
  await eraseRest(ctx, userId);
}
