import { Image, imageQueries } from '@kith/db';
import { queueRecordedJobs } from '../afterCommit.ts';
import { requireLivingActor } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { recordProcessing, storeOriginal } from '../images/originals.ts';
import type { FileContent } from '../ports.ts';
import { announceChange } from './announceToChat.ts';
import { membershipOf } from './readChats.ts';

/** Throws `not-found` for callers who are not in the chat, and `not-a-group` for a direct chat. */
export async function requireGroup(ctx: Context, actor: Actor, chatId: number): Promise<void> {
  const { kind } = await membershipOf(ctx, actor, chatId);
  if (kind === 'direct') throw new Refusal('not-a-group');
}

/**
 * Stores a group's next picture, on behalf of any of the group's members; it is shown once the worker has made its WebP
 * variants. Returns the image's id. Throws the errors of `requireGroup`, and the refusals of an unsuitable image.
 */
export async function attachGroupPicture(
  ctx: Context,
  actor: Actor,
  chatId: number,
  content: FileContent,
): Promise<number> {
  await requireGroup(ctx, actor, chatId);
  const original = await storeOriginal(ctx, content);
  const imageId = await ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    const image = em.create(Image, { owner: actor.userId, kind: 'chat', chatId, ...original });
    await em.persist(image).flush();
    await recordProcessing(ctx, em, actor.userId, image.id);
    return image.id;
  });
  await queueRecordedJobs(ctx);
  return imageId;
}

type EntityManager = ReturnType<Context['db']['em']>;

/**
 * Makes a processed picture the picture of its group. Returns the keys of the pictures whose files must be deleted: those that
 * it replaces, or its own if the group already shows a later one.
 */
export async function showInGroup(ctx: Context, em: EntityManager, { id, chatId }: Image): Promise<string[]> {
  const replaced = await ctx.db.run(imageQueries.showInChat, [Number(chatId), id], em);
  return replaced.map(({ key }) => key);
}

export const announceGroupPicture = (ctx: Context, { chatId }: Image): Promise<void> =>
  announceChange(ctx, Number(chatId));
