import { rm } from 'node:fs/promises';
import { Image, imageQueries, LockMode, Post } from '@kith/db';
import { queueRecordedJobs } from '../afterCommit.ts';
import { requireLivingActor, requireSelf } from '../auth/actor.ts';
import { attachGroupPicture, requireGroup } from '../chats/groupPicture.ts';
import { membershipOf } from '../chats/readChats.ts';
import { sendPicture } from '../chats/sendPicture.ts';
import type { Actor, Context, KnownActor } from '../context.ts';
import { Refusal } from '../errors.ts';
import { limitAdding } from '../limits.ts';
import type { FileContent } from '../ports.ts';
import { requireOwnPost } from '../posts/changePost.ts';
import { discardImage } from './imageStatus.ts';
import { recordProcessing, storeOriginal } from './originals.ts';
import { addPostImage, type PictureFields } from './postPictures.ts';

/**
 * Sets the first picture of a post. A post without a picture shows a placeholder at once; a replacement is shown once its
 * variants exist, so that an unreadable picture leaves the post as it was. Returns the image's id. Throws `not-found`,
 * `forbidden`, and the refusals of an unsuitable image.
 */
export async function attachPostImage(
  ctx: Context,
  actor: Actor,
  postId: number,
  content: FileContent,
): Promise<number> {
  await requireOwnPost(ctx, actor, postId);
  const original = await storeOriginal(ctx, content);
  const imageId = await ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    const ofAuthor = { id: postId, author: actor.userId };
    const post = await em.findOne(Post, ofAuthor, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!post) throw new Refusal('not-found');
    const image = em.create(Image, { owner: actor.userId, kind: 'post', postId, ...original });
    post.image ??= image;
    await em.persist(image).flush();
    await recordProcessing(ctx, em, actor.userId, image.id);
    return image.id;
  });
  await queueRecordedJobs(ctx);
  return imageId;
}

/** Stores the caller's next profile picture, which is shown once its variants exist. Throws the errors of `attachPostImage`. */
export async function attachProfilePicture(
  ctx: Context,
  actor: Actor,
  userId: number,
  content: FileContent,
): Promise<number> {
  requireSelf(actor, userId);
  const original = await storeOriginal(ctx, content);
  const imageId = await ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    const image = em.create(Image, { owner: actor.userId, kind: 'profile', ...original });
    await em.persist(image).flush();
    await recordProcessing(ctx, em, actor.userId, image.id);
    return image.id;
  });
  await queueRecordedJobs(ctx);
  return imageId;
}

/** Waits at most `ms` milliseconds for an upload to be processed; returns its status. */
async function awaitImage(ctx: Context, imageId: number, ms: number): Promise<Image['status']> {
  // A deleted row means that the image was given up.
  const status = async () =>
    (await ctx.db.em().findOne(Image, { id: imageId }, { fields: ['status'] }))?.status ?? 'failed';
  const { promise: announced, resolve } = Promise.withResolvers<void>();
  const stop = ctx.live.subscribe((event) => {
    if (event.name === 'image.processed' && event.payload.imageId === imageId) resolve();
  });
  const timer = setTimeout(resolve, ms);
  try {
    const first = await status();
    if (first !== 'processing') return first;
    await announced;
    return await status();
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Throws `storage-full` if the caller has used up the quota. Concurrent uploads may exceed it, by two pictures at most. */
async function requireStorage(ctx: Context, { userId }: Actor): Promise<void> {
  const [stored] = await ctx.db.run(imageQueries.stored, [userId]);
  if ((stored?.bytes ?? 0) >= ctx.settings.memberStorage) throw new Refusal('storage-full');
}

/** How long an upload's response waits for the variants, in milliseconds. */
const maxResponseWaitMs = 5_000;

/** What an uploaded picture is for: a post (as its first or last picture), a profile, a message to a chat, or a group. */
export type UploadTarget =
  | { postId: number; place: 'first' | 'last' }
  | { userId: number }
  | { chatId: number }
  | { groupId: number };

/**
 * Receives a picture for the given target. `receive` must write the picture to the draft file whose path it gets; that file is
 * deleted afterwards. Permissions and limits are checked before any bytes are read. Throws `storage-full`, `rate-limited`,
 * `email-unconfirmed-limit`, `too-many-pictures`, the errors of `receive` and those of `attachPostImage`. An upload that fails
 * leaves the target unchanged.
 */
export async function receiveUpload(
  ctx: Context,
  actor: KnownActor,
  target: UploadTarget,
  receive: (draft: string) => Promise<PictureFields>,
): Promise<{ imageId: number; imageStatus: 'ready' | 'processing'; messageId: number; isNew: boolean }> {
  if ('postId' in target) await requireOwnPost(ctx, actor, target.postId);
  else if ('userId' in target) requireSelf(actor, target.userId);
  else if ('groupId' in target) await requireGroup(ctx, actor, target.groupId);
  else {
    await membershipOf(ctx, actor, target.chatId);
    await limitAdding(ctx, actor, 'messages');
  }
  await requireStorage(ctx, actor);
  await limitAdding(ctx, actor, 'uploads');
  const draft = await ctx.storage.draft();
  let imageId: number;
  let sent = { messageId: 0, isNew: true };
  try {
    const fields = await receive(draft);
    if ('userId' in target) imageId = await attachProfilePicture(ctx, actor, target.userId, { draft });
    else if ('groupId' in target) imageId = await attachGroupPicture(ctx, actor, target.groupId, { draft });
    else if ('chatId' in target)
      ({ imageId, ...sent } = await sendPicture(ctx, actor, target.chatId, { draft }, fields));
    else if (target.place === 'first') imageId = await attachPostImage(ctx, actor, target.postId, { draft });
    else imageId = await addPostImage(ctx, actor, target.postId, { draft }, fields);
  } finally {
    await rm(draft, { force: true });
  }
  // A repeated upload finds no picture if its message has been deleted since.
  if (imageId === 0) return { imageId, imageStatus: 'ready', ...sent };
  const imageStatus = await awaitImage(ctx, imageId, maxResponseWaitMs);
  if (imageStatus !== 'failed') return { imageId, imageStatus, ...sent };
  await discardImage(ctx, imageId);
  throw new Refusal('image-unreadable');
}
