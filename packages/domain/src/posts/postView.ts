import type { PostView } from '@kith/contracts';
import type { PostRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { imageFolder, pictureUrl, postImageUrl } from '../users/userView.ts';

function imageView(settings: DomainSettings, row: PostRow): PostView['image'] {
  if (row.image_key === null || row.image_status === null) return null;
  return {
    status: row.image_status,
    url: imageFolder(settings, row.image_key),
    widths: row.image_widths ?? [],
    width: row.image_width,
    height: row.image_height,
    thumbhash: row.image_thumbhash,
  };
}

export function postView(settings: DomainSettings, row: PostRow): PostView {
  return {
    postId: row.id,
    userId: row.author_id,
    caption: row.caption,
    location: row.location,
    latitude: null,
    longitude: null,
    imageUrl: row.image_status === 'ready' ? postImageUrl(settings, row.image_key, row.image_widths) : null,
    image: imageView(settings, row),
    createdAt: row.created_at,
    user: {
      userId: row.author_id,
      userName: row.user_name,
      profilePicture: pictureUrl(settings, row.picture_key),
    },
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    likedByMe: row.liked_by_me,
    audience: row.audience,
    commenters: row.commenters,
  };
}
