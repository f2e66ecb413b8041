import { Image, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { requireSelf } from '../auth/actor.ts';
import { attachImage } from '../images/imageFiles.ts';
import type { PictureHandler } from '../images/pictureHandler.ts';

/** A member's profile picture, which is shown once its variants exist. Uploads throw `forbidden` for another member's profile. */
export const profilePicture: PictureHandler<{ userId: number }> = {
  variants: 'profile',

  async authorize(_ctx, actor, { userId }) {
    requireSelf(actor, userId);
  },

  async attach(ctx, actor, { userId }, content) {
    requireSelf(actor, userId);
    return { imageId: await attachImage(ctx, actor, content, { kind: 'profile' }) };
  },

  /** Also deletes the rows of the member's earlier profile pictures, and returns their keys. */
  async show(tx, { id, key, owner }) {
    await tx.em().nativeUpdate(User, { id: owner.id, deletedAt: null }, { pictureKey: key });
    const isOlder = { owner: owner.id, kind: 'profile', id: { $lt: id } } as const;
    const older = await tx.em().find(Image, isOlder, { orderBy: { id: 'asc' } });
    for (const each of older) tx.em().remove(each);
    return older.map((each) => each.key);
  },

  showsFailure: async () => false,

  async announce(ctx, { owner }, status) {
    if (status === 'ready') void announce(ctx, { name: 'user.changed', to: null, payload: { userId: owner.id } });
  },

  // A failed profile picture has no row any more.
  async discard() {},
};
