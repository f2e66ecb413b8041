import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime, time } from './columns.ts';
import { Image } from './images.ts';

const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    id: id(),
    author: () => p.manyToOne(User),
    caption: p.text(),
    location: p.text().nullable(),
    /**
     * Who sees it: everybody who sees the author's posts, members who follow each other, the author's close friends, or the author
     * only.
     */
    audience: p.enum(['public', 'friends', 'close', 'private'] as const).default('public'),
    /** The time of a frozen audience: members who joined it later do not see the post. Null: not frozen. */
    frozenAt: time().nullable(),
    /** Who may comment, among those who see it. */
    commenters: p.enum(['everyone', 'friends', 'nobody'] as const).default('everyone'),
    image: () => p.oneToOne(Image).nullable().deleteRule('no action'),
    /** The number of pictures after the first; if it is 0, a query of the post need not read those from `images`. */
    morePictures: p.smallint().default(0),
    /** The number of pictures that its client will upload. */
    awaited: p.smallint().default(0),
    /** While the post waits for these pictures: the time from which other members see it without them. */
    shownFrom: time().nullable(),
    likesCount: p.integer().default(0),
    commentsCount: p.integer().default(0),
    /** Made by the author's client; unique per author, so a retry finds its post. */
    clientId: p.uuid().nullable(),
    createdAt: insertTime(),
    editedAt: time().nullable(),
    /** When it expires: hidden from everybody from then on, then deleted by a job. */
    expiresAt: time().nullable(),
    /** Hidden by a moderator: visible to its author and moderators only. */
    hiddenAt: time().nullable(),
    /** Whether its text is in the index `post_words`; a job indexes posts of an older version. */
    indexed: p.boolean().default(false),
  },
  uniques: [{ properties: ['author', 'clientId'] }],
  checks: [
    // A caption may be empty, because an imported post may have pictures only.
    { name: 'posts_caption_check', expression: 'char_length(caption) <= 2200' },
    { name: 'posts_location_check', expression: 'char_length(location) >= 1 and char_length(location) <= 100' },
    { name: 'posts_likes_count_check', expression: 'likes_count >= 0' },
    { name: 'posts_comments_count_check', expression: 'comments_count >= 0' },
  ],
  indexes: [
    index('posts_author', 'posts (author_id, created_at desc, id desc)'),
    index('posts_newest', 'posts (created_at desc, id desc)'),
    { name: 'posts_hidden', properties: ['author'], where: 'hidden_at is not null' },
    { name: 'posts_frozen', properties: ['author'], where: 'frozen_at is not null' },
    { name: 'posts_unindexed', properties: ['id'], where: 'not indexed' },
    index('posts_audience', 'posts (author_id, audience, created_at desc, id desc)'),
  ],
});

export class Post extends PostSchema.class {}
PostSchema.setClass(Post);
