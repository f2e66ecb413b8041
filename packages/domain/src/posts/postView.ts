import type { PostView } from '@kith/contracts';
import type { PostRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import type { PictureFolder } from '../images/pictureAddresses.ts';
import { pictureUrl, postImageUrl } from '../users/userView.ts';

/** Nothing lies at the address of a picture that is not ready, and so it is not signed. */
const folderOf = (folder: PictureFolder, { image_key, image_status, image_public }: PostRow): string | null =>
  image_key && folder(image_key, image_public || image_status !== 'ready');

function imageView(row: PostRow, url: string | null): PostView['image'] {
  if (url === null || row.image_status === null) return null;
  return {
    status: row.image_status,
    url,
    widths: row.image_widths ?? [],
    width: row.image_width,
    height: row.image_height,
    thumbhash: row.image_thumbhash,
  };
}

export function postView(settings: DomainSettings, folder: PictureFolder, row: PostRow): PostView {
  const url = folderOf(folder, row);
  return {
    postId: row.id,
    userId: row.author_id,
    caption: row.caption,
    location: row.location,
    latitude: null,
    longitude: null,
    imageUrl: row.image_status === 'ready' ? postImageUrl(url, row.image_widths) : null,
    image: imageView(row, url),
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
