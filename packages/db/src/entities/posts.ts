import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, madeAt, time } from './columns.ts';
import { Image } from './images.ts';

const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    id: id(),
    author: () => p.manyToOne(User),
    caption: p.text(),
    location: p.text().nullable(),
    /** Who sees it: everybody whom the author lets, those who follow each other, the author's close friends, or the author alone. */
    audience: p.enum(['public', 'friends', 'close', 'private'] as const).default('public'),
    /** Of its audience, only who belonged to it by then sees it; null: also those who join later. */
    frozenAt: time().nullable(),
    /** Who, of those who see it, may comment. */
    commenters: p.enum(['everyone', 'friends', 'nobody'] as const).default('everyone'),
    image: () => p.oneToOne(Image).nullable().deleteRule('no action'),
    /** Pictures beside the first: only for these, reading a post reads more of `images`. */
    morePictures: p.smallint().default(0),
    /** Pictures that its client is to send. */
    awaited: p.smallint().default(0),
    /** While it waits for these: when others see it without. */
    shownFrom: time().nullable(),
    likesCount: p.integer().default(0),
    commentsCount: p.integer().default(0),
    /** Made by the author's client; unique per author, so a retry finds its post. */
    clientId: p.uuid().nullable(),
    createdAt: madeAt(),
    editedAt: time().nullable(),
    /** From then on it is gone for everybody; a job removes it. */
    expiresAt: time().nullable(),
    /** A moderator hid it: for its author and moderators alone. */
    hiddenAt: time().nullable(),
    /** Its words are in `post_words`; those of an older version's posts get there by a job. */
    indexed: p.boolean().default(false),
  },
  uniques: [{ properties: ['author', 'clientId'] }],
  checks: [
    // Imported ones may have pictures alone.
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
