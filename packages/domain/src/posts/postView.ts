import { mentionedNames, type PostPicture, type PostView } from '@kith/contracts';
import type { AlbumPicture, PostRow } from '@kith/db';
import type { DomainSettings } from '../context.ts';
import { eventView } from '../events/eventView.ts';
import type { PictureAddresses } from '../images/pictureAddresses.ts';
import { type PictureRow, pictureView } from '../images/pictureView.ts';
import { linkViews } from '../linkPreviews/linkView.ts';
import { pollView } from '../polls/pollView.ts';
import { userSummary } from '../users/userView.ts';

/** The post's first ten pictures at most, five of an album. Except in an album, the first one comes from columns of the post's own row. */
function imageRows(row: PostRow): (PictureRow & Partial<Pick<AlbumPicture, 'adder'>>)[] {
  if (row.album) return row.album.pictures.map((picture) => ({ ...picture, public: row.image_public }));
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
    media: row.image_media ?? 'picture',
    container: row.image_container,
    duration_ms: row.image_duration_ms,
    failure: row.image_failure,
  };
  const more = row.more_pictures ?? [];
  // Members other than the author see only processed pictures; if there are none, they see a placeholder for the first one.
  const shown = row.own || first.status === 'ready' || more.length === 0 ? [first, ...more] : more;
  return shown.map((each) => ({ ...each, public: row.image_public }));
}

/** The field `image`: the first picture, for clients of the time when a post had a single one. */
function firstView(picture: PostPicture | undefined): PostView['image'] {
  if (!picture) return null;
  const { imageId: _, imageUrl: __, alt: ___, user: ____, ...image } = picture;
  return image;
}

/** Whether the viewer is tagged in an album; see `pictureRights`. */
function isTagged({ album, caption }: PostRow): boolean {
  return album !== null && album.names.length > 0 && mentionedNames(caption).some((name) => album.names.includes(name));
}

export function postView(settings: DomainSettings, address: PictureAddresses, row: PostRow): PostView {
  const images = imageRows(row).map(({ adder, ...image }) => ({
    ...pictureView(address, image),
    ...(adder && { user: userSummary(settings, adder) }),
  }));
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
    imagesCount: row.album?.count ?? images.length,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    user: userSummary(settings, { ...row, id: row.author_id }),
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    likedByMe: row.liked_by_me,
    savedByMe: row.saved_by_me,
    audience: row.audience,
    audienceFrozen: row.own && row.frozen_at !== null,
    comments: row.commenters,
    expiresAt: row.expires_at,
    links: linkViews(address, row.link),
    event: row.event && eventView(row.event),
    poll: row.poll && pollView(row.poll, row.own),
    album: row.kind === 'album',
    mayAddPictures: row.own || isTagged(row),
  };
}
