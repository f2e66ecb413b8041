import { LinkPreview } from '@kith/db';
import { Refusal } from '../errors.ts';
import type { PictureHandler } from '../images/pictureHandler.ts';
import { announceLinkPreview } from './announceLinkPreview.ts';

const refuse = () => Promise.reject(new Refusal('forbidden'));

/** The picture of a link's page, which no member uploads: `readLinkPreview` stores it. Without it, the card has no picture. */
export const linkPicture: PictureHandler = {
  variants: 'link',
  authorize: refuse,
  attach: refuse,
  show: async () => [],
  showsFailure: async () => false,

  async announce(ctx, { id }, status) {
    const preview = status === 'ready' && (await ctx.db.em().findOne(LinkPreview, { image: id }, { fields: ['id'] }));
    if (preview) await announceLinkPreview(ctx, preview.id);
  },

  async discard() {},
};
