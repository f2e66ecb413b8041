import type { PostPicture, PostView } from './types.ts';

/** Returns a post's pictures in order. Posts that an earlier version stored for offline use have only their first picture. */
export const picturesOf = ({ images, image, imageUrl }: PostView): PostPicture[] =>
  (images as PostPicture[] | undefined) ?? (image ? [{ ...image, imageId: 0, imageUrl, alt: null }] : []);
