import type { Comment, Image, Like, PendingJob, PopularEntry, PopularSnapshot, Post, User } from '../entities/index.ts';
import type { Columns, Joined, Plain, Present } from '../rows.ts';
import { list, statement } from '../statement.ts';

/** What a post's row has beside what its viewers see of it. */
export const unseenOfPosts = ['clientId', 'image', 'editedAt', 'hiddenAt'] as const;

/** A post with its author and its picture. A new column of posts is one of it, once `post_columns` names it. */
export type PostRow = Columns<Post, Exclude<keyof Post & string, (typeof unseenOfPosts)[number]>> &
  Columns<User, 'pictureKey'> &
  Present<User, 'userName'> &
  Joined<Image, 'status' | 'key' | 'widths' | 'width' | 'height' | 'thumbhash', 'image_'> & {
    liked_by_me: boolean;
    /** Whether everybody sees the post, and so its picture. */
    image_public: boolean;
  };

export type PopularRow = PostRow & Columns<PopularEntry, 'snapshot' | 'rank'>;

/** Statements that read or write posts; parameters are named in the .sql file. */
export const postQueries = {
  byId: statement<[viewer: number, post: number], PostRow>('posts/byId'),
  byUser: list<[viewer: number, author: number, at: string, id: number, rows: number], PostRow>('posts/byUser'),
  newest: list<[viewer: number, at: string, id: number, rows: number], PostRow>('posts/newest'),
  popular: list<[viewer: number, rank: number, rows: number, snapshot: number | null], PopularRow>('posts/popular'),
  counts: statement<[viewer: number, post: number], Columns<Post, 'likesCount' | 'commentsCount'>>('posts/counts'),
  create: statement<
    [
      author: number,
      caption: string,
      location: string | null,
      clientId: string | null,
      mentioned: string[],
      fanOutNow: number,
      queuedWith: object,
      audience: Plain<Post['audience']>,
      commenters: Plain<Post['commenters']>,
    ],
    Columns<Post, 'id'> &
      Columns<User, 'followersCount'> & {
        created: boolean;
        notified: User['id'][];
        job_id: PendingJob['id'] | null;
      }
  >('posts/create'),
  change: statement<
    [
      author: number,
      post: number,
      caption: string,
      location: string | null,
      at: Date,
      audience: Plain<Post['audience']> | null,
      commenters: Plain<Post['commenters']> | null,
    ],
    Columns<Post, 'id'> & { narrowed: boolean }
  >('posts/change'),
  audienceOf: statement<[viewer: number, post: number], Columns<Post, 'author' | 'audience'>>('posts/audienceOf'),
  remove: statement<[author: number, post: number], { image_keys: Image['key'][] }>('posts/remove'),
};

type Part = { rows: number; last: number };
const part = (name: string) => statement<[post: number, after: number, most: number], Part>(`erasePosts/${name}`);

/** Statements that remove posts with what they leave; `first` is where the steps of each begin. */
export const erasePostQueries = {
  some: statement<[author: number, most: number, post: number | null], { id: Post['id']; rows: number }>(
    'erasePosts/some',
  ),
  // Events before comments: each comment would take its own with it, one after the other.
  parts: [
    { step: part('events'), first: 0 },
    { step: part('likes'), first: 0 },
    { step: part('comments'), first: Number.MAX_SAFE_INTEGER },
  ],
  remove: statement<[author: number, posts: number[]], Columns<Image, 'key'>>('erasePosts/remove'),
};

/** Statements that make the ranking. */
export const popularQueries = {
  begin: statement<[], never>('popular/begin'),
  changed: statement<
    [likesSeen: number, commentsSeen: number, rows: number],
    {
      posts: number[];
      changes: number[];
      likes_seen: number;
      comments_seen: number;
      likes_to: number;
      comments_to: number;
      rows: number;
    }
  >('popular/changed'),
  seen: statement<[likesTo: number, commentsTo: number, changes: number[]], never>('popular/seen'),
  score: statement<[posts: number[], runAt: string, kept: number], never>('popular/score'),
  older: statement<[runAt: string, posts: number], { posts: number[]; reached: string | null }>('popular/older'),
  reached: statement<[at: string | null], never>('popular/reached'),
  rebuild: statement<[], never>('popular/rebuild'),
  weigh: statement<[user: number, rows: number], never>('popular/weigh'),
  forget: statement<[runAt: string, rows: number], never>('popular/forget'),
  publish: statement<[runAt: string, most: number, kept: number], Columns<PopularSnapshot, 'id'>>('popular/publish'),
};

/** Statements that read or write images. */
export const imageQueries = {
  public: statement<[nobody: number, key: string], { public: true }>('images/public'),
  shownIn: statement<[post: number], Columns<Image, 'id' | 'key'>>('images/shownIn'),
  rename: statement<[image: number, from: string, to: string], { post_id: number; owner_id: number }>('images/rename'),
  ready: statement<[image: number], Columns<Image, 'key' | 'widths'>>('images/ready'),
  beginAttempt: statement<[image: number], Columns<Image, 'attempts'>>('images/beginAttempt'),
  needed: statement<[keys: string[], inStates: Plain<Image['status']>[]], Columns<Image, 'key'>>('images/needed'),
};

export type LikeRow = Columns<Like, 'id' | 'user' | 'post' | 'createdAt'>;

/** What a toggle did: the count after it, whether anything changed, whether somebody was notified. */
type LikeChangeRow = Columns<Post, 'author' | 'likesCount'> & { changed: boolean; notified: boolean };

/** Statements that read or write likes. */
export const likeQueries = {
  add: statement<[user: number, post: number], LikeChangeRow>('likes/add'),
  remove: statement<[user: number, post: number], LikeChangeRow>('likes/remove'),
  newest: list<[viewer: number, before: number, rows: number], LikeRow>('likes/newest'),
  byUser: list<[viewer: number, before: number, rows: number, user: number], LikeRow>('likes/byUser'),
};

export type CommentRow = Columns<Comment, 'id' | 'post' | 'author' | 'content' | 'createdAt'> &
  Columns<User, 'pictureKey'> &
  Present<User, 'userName'>;

type CommentCreatedRow = CommentRow &
  Columns<Post, 'commentsCount'> & { post_author_id: User['id']; changed: boolean; notified: boolean };

/** Statements that read or write comments. */
export const commentQueries = {
  create: statement<[author: number, post: number, content: string, clientId: string | null], CommentCreatedRow>(
    'comments/create',
  ),
  byId: statement<[viewer: number, comment: number], CommentRow>('comments/byId'),
  byPost: list<[viewer: number, post: number, before: number, rows: number], CommentRow>('comments/byPost'),
  remove: statement<
    [by: number, comment: number],
    Columns<Comment, 'post'> & { post_author_id: User['id']; comments_count: number }
  >('comments/remove'),
};
