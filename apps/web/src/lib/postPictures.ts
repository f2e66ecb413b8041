import type { PostPicture, PostView } from './types.ts';

/** A post's pictures in order. In a feed that an earlier version stored for offline use, posts have only their first picture. */
export const picturesOf = ({ images, image, imageUrl }: PostView): PostPicture[] =>
  (images as PostPicture[] | undefined) ?? (image ? [{ ...image, imageId: 0, imageUrl, alt: null }] : []);
