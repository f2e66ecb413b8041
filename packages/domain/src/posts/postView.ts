import type { PostPicture, PostView } from '@kith/contracts';
import type { MorePicture, PostRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import type { PictureAddresses } from '../images/pictureAddresses.ts';
import { pictureUrl, postImageUrl } from '../users/userView.ts';

type ImageRow = Omit<MorePicture, 'key' | 'status'> & { key: string; status: PostPicture['status']; public: boolean };

/** The post's pictures, the first of them from its own row. */
function imageRows(row: PostRow): ImageRow[] {
  if (row.image_id === null || row.image_key === null || row.image_status === null) return [];
  const first = {
    id: row.image_id,
    alt: row.image_alt,
    status: row.image_status,
    key: row.image_key,
    widths: row.image_widths ?? [],
    width: row.image_width,
    height: row.image_height,
    thumbhash: row.image_thumbhash,
  };
  const more = row.more_pictures ?? [];
  // Others see those that are ready; if a post has none, they see the frame of one that is not.
  const shown = row.own || first.status === 'ready' || more.length === 0 ? [first, ...more] : more;
  return shown.map((each) => ({ ...each, public: row.image_public }));
}

/** A picture that is not ready has no file, so its address is not signed. */
function imageView(address: PictureAddresses, row: ImageRow): PostPicture {
  const { id, alt, status, key, widths, width, height, thumbhash } = row;
  const at = address(key, row.public || status !== 'ready');
  const imageUrl = status === 'ready' ? postImageUrl(at, widths) : null;
  return { imageId: id, imageUrl, alt, status, url: at.folder, query: at.query, widths, width, height, thumbhash };
}

/** The fields of a post's single picture in earlier versions. */
function firstView(picture: PostPicture | undefined): PostView['image'] {
  if (!picture) return null;
  const { imageId: _, imageUrl: __, alt: ___, ...image } = picture;
  return image;
}

export function postView(settings: DomainSettings, address: PictureAddresses, row: PostRow): PostView {
  const images = imageRows(row).map((image) => imageView(address, image));
  return {
    postId: row.id,
    userId: row.author_id,
    caption: row.caption,
    location: row.location,
    latitude: null,
    longitude: null,
    imageUrl: images[0]?.imageUrl ?? null,
    image: firstView(images[0]),
    images,
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
