import type { PostView } from '@kith/contracts';
import type { PostRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import type { PictureAddress, PictureAddresses } from '../images/pictureAddresses.ts';
import { pictureUrl, postImageUrl } from '../users/userView.ts';

/** A picture that is not ready has no file, so its address is not signed. */
const addressOf = (address: PictureAddresses, row: PostRow): PictureAddress | null =>
  row.image_key === null ? null : address(row.image_key, row.image_public || row.image_status !== 'ready');

function imageView(row: PostRow, at: PictureAddress | null): PostView['image'] {
  if (at === null || row.image_status === null) return null;
  return {
    status: row.image_status,
    url: at.folder,
    query: at.query,
    widths: row.image_widths ?? [],
    width: row.image_width,
    height: row.image_height,
    thumbhash: row.image_thumbhash,
  };
}

export function postView(settings: DomainSettings, address: PictureAddresses, row: PostRow): PostView {
  const at = addressOf(address, row);
  return {
    postId: row.id,
    userId: row.author_id,
    caption: row.caption,
    location: row.location,
    latitude: null,
    longitude: null,
    imageUrl: row.image_status === 'ready' ? postImageUrl(at, row.image_widths) : null,
    image: imageView(row, at),
    createdAt: row.created_at,
    user: {
      userId: row.author_id,
      userName: row.user_name,
      profilePicture: pictureUrl(settings, row.picture_key),
    },
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    likedByMe: row.liked_by_me,
    savedByMe: row.saved_by_me,
    audience: row.audience,
    comments: row.commenters,
    expiresAt: row.expires_at,
  };
}
