import { Chat, Image, LockMode } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { attachImage } from '../images/imageFiles.ts';
import type { PictureHandler } from '../images/pictureHandler.ts';
import { announceGroupChange } from './announceToChat.ts';
import { membershipOf } from './readChats.ts';

/** Throws `not-found` for callers who are not in the chat, and `not-a-group` for a direct chat. */
async function requireGroup(ctx: Context, actor: Actor, chatId: number): Promise<void> {
  const { kind } = await membershipOf(ctx, actor, chatId);
  if (kind === 'direct') throw new Refusal('not-a-group');
}

/** The picture of a group, which any member of the group may set. It is shown once its variants exist. */
export const groupPicture: PictureHandler<{ chatId: number }> = {
  variants: 'profile',

  authorize: (ctx, actor, { chatId }) => requireGroup(ctx, actor, chatId),

  async attach(ctx, actor, { chatId }, content) {
    await requireGroup(ctx, actor, chatId);
    return { imageId: await attachImage(ctx, actor, content, { kind: 'chat', chatId }) };
  },

  /** Returns the keys of the pictures that it replaces, or its own if the group already shows a later one. */
  async show(tx, { id, chatId }) {
    const group = { id: Number(chatId), kind: 'group' as const };
    const earlier = [{ imageId: null }, { imageId: { $lt: id } }];
    const shown = await tx.em().nativeUpdate(Chat, { ...group, $or: earlier }, { imageId: id });
    const replaced = { chatId: group.id, kind: 'chat' as const, id: shown > 0 ? { $lt: id } : { $lte: id } };
    const images = await tx.em().find(Image, replaced, { lockMode: LockMode.PESSIMISTIC_WRITE });
    tx.em().remove(images);
    return images.map(({ key }) => key);
  },

  showsFailure: async () => false,

  async announce(ctx, { chatId }, status) {
    if (status === 'ready') await announceGroupChange(ctx, Number(chatId));
  },

  // A failed picture of a group has no row any more.
  async discard() {},
};
