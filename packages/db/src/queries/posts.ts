import type { Image, PendingJob, Post, User } from '../entities/index.ts';
import type { Columns, Examined, Joined, Plain, Present } from '../rows.ts';
import { list, statement } from '../statement.ts';

/** The columns of a post that are not sent to viewers. */
export const unseenOfPosts = [
  'clientId',
  'image',
  'editedAt',
  'hiddenAt',
  'morePictures',
  'awaited',
  'shownFrom',
  'fannedOut',
] as const;

type PictureColumn = 'status' | 'key' | 'widths' | 'width' | 'height' | 'thumbhash';

/** A picture after a post's first. */
export type MorePicture = Columns<Image, 'id' | 'alt' | PictureColumn>;

/** A post with its author and its first picture. A new column of posts must be added to `post_columns`; a test enforces that. */
export type PostRow = Columns<Post, Exclude<keyof Post & string, (typeof unseenOfPosts)[number]>> &
  Columns<User, 'pictureKey'> &
  Present<User, 'userName'> &
  Joined<Image, 'id' | 'alt' | PictureColumn, 'image_'> & {
    more_pictures: MorePicture[] | null;
    own: boolean;
    liked_by_me: boolean;
    saved_by_me: boolean;
    /** Whether everybody may see the post's picture. */
    image_public: boolean;
  };

/**
 * The audience of a post before a change, and when it was frozen. Both are null if only the author saw the post, because it was
 * hidden or waited for its pictures.
 */
interface Before {
  before: Plain<Post['audience']> | null;
  before_frozen_at: Columns<Post, 'frozenAt'>['frozen_at'];
}

/** Statements that read or write posts; parameters are named in the .sql file. */
export const postQueries = {
  byId: statement<[viewer: number, post: number], PostRow>('posts/byId'),
  byUser: list<[viewer: number, author: number, at: string, id: number, rows: number], PostRow & Examined>(
    'posts/byUser',
  ),
  newest: list<[viewer: number, at: string, id: number, rows: number], PostRow & Examined>('posts/newest'),
  counts: statement<[viewer: number, post: number], Columns<Post, 'likesCount' | 'commentsCount'>>('posts/counts'),
  create: statement<
    [
      author: number,
      caption: string,
      location: string | null,
      clientId: string | null,
      maxInlineFanOut: number,
      traceContext: object | null,
      audience: Plain<Post['audience']>,
      commenters: Plain<Post['commenters']>,
      expiresAt: string | null,
      words: string[],
      awaited: number,
      frozen: boolean,
      maxFanOut: number,
    ],
    Columns<Post, 'id'> & Columns<User, 'followersCount'> & { job_id: PendingJob['id'] | null }
  >('posts/create'),
  byClientId: statement<[author: number, clientId: string], Columns<Post, 'id'>>('posts/byClientId'),
  complete: statement<[post: number], Columns<Post, 'author' | 'caption'>>('posts/complete'),
  show: statement<[author: number, post: number, traceContext: object | null], Columns<Post, 'id'>>('posts/show'),
  mention: statement<[author: number, post: number, names: string[]], Columns<User, 'id'>>('posts/mention'),
  change: statement<
    [
      author: number,
      post: number,
      caption: string,
      location: string | null,
      at: Date,
      audience: Plain<Post['audience']> | null,
      commenters: Plain<Post['commenters']> | null,
      frozen: boolean | null,
    ],
    Columns<Post, 'id'> & Before & { narrowed: boolean }
  >('posts/change'),
  audienceOf: statement<[viewer: number, post: number], Columns<Post, 'author' | 'audience'>>('posts/audienceOf'),
  expired: statement<[post: number], Columns<Post, 'author'>>('posts/expired'),
  remove: statement<[author: number, post: number, expired: boolean], Before & { image_keys: Image['key'][] }>(
    'posts/remove',
  ),
};
