import { Image, LockMode, Post } from '@kith/db';
import { requireLivingActor } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { addToOutbox, flushOutbox } from '../outbox.ts';
import { actAs } from '../permissions.ts';
import type { FileContent } from '../ports.ts';
import { requireOwnPost } from '../posts/requireOwnPost.ts';
import { newToken } from '../secrets.ts';

/** A checked upload: its bytes as they came, and the type their content tells. */
export interface Upload {
  content: FileContent;
  contentType: string;
  /** Size in pixels after turning upright. */
  width: number;
  height: number;
}

/** Where an image's private original lies until its variants are made. */
export const originalKey = (key: string): string => `originals/${key}/original`;

const newImageKey = (): string =>
  newToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 24)
    .padEnd(24, '0');

async function keepOriginal(ctx: Context, upload: Upload): Promise<string> {
  const key = newImageKey();
  await ctx.storage.put(originalKey(key), upload.content, upload.contentType);
  return key;
}

/**
 * Takes an upload as a post's picture. A post without one shows its frame at once; one in place of another shows when
 * its variants are made, so that a picture that cannot be read leaves the post as it was. Throws `not-found`, `forbidden`.
 */
export async function attachPostImage(ctx: Context, actor: Actor, postId: number, upload: Upload): Promise<number> {
  await requireOwnPost(ctx, actor, postId);
  const key = await keepOriginal(ctx, upload);
  const { width, height } = upload;
  const imageId = await ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    const own = { id: postId, author: actor.userId };
    const post = await em.findOne(Post, own, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!post) throw new Refusal('not-found');
    const image = em.create(Image, { owner: actor.userId, kind: 'post', postId, key, width, height });
    post.image ??= image;
    await em.persist(image).flush();
    addToOutbox(em, { name: 'images.process', payload: { imageId: image.id } });
    return image.id;
  });
  await flushOutbox(ctx);
  return imageId;
}

/** Takes an upload as the caller's next profile picture; it shows once its variants are made. Throws `forbidden`. */
export async function attachProfilePicture(
  ctx: Context,
  actor: Actor,
  userId: number,
  upload: Upload,
): Promise<number> {
  actAs(actor, userId);
  const key = await keepOriginal(ctx, upload);
  const imageId = await ctx.db.transaction(async (em) => {
    await requireLivingActor(ctx, actor, em);
    const image = em.create(Image, {
      owner: actor.userId,
      kind: 'profile',
      key,
      width: upload.width,
      height: upload.height,
    });
    await em.persist(image).flush();
    addToOutbox(em, { name: 'images.process', payload: { imageId: image.id } });
    return image.id;
  });
  await flushOutbox(ctx);
  return imageId;
}
