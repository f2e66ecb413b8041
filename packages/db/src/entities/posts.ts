import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, madeAt, time } from './columns.ts';

const ImageSchema = defineEntity({
  name: 'Image',
  tableName: 'images',
  properties: {
    id: id(),
    owner: () => p.manyToOne(User),
    kind: p.enum(['post', 'profile'] as const),
    /** The post it is meant for. No foreign key: posts point at the image they show, and delete both ways would go in a circle. */
    postId: p.bigint('number').nullable(),
    status: p.enum(['processing', 'ready', 'failed'] as const).default('processing'),
    /** How often making it was begun without coming to an end: a picture that kills its worker counts here. */
    attempts: p.integer().default(0),
    /** Random; the storage folder of the variants, and of the private original until they are made. */
    key: p.text().unique(),
    /** Upright size of the original in pixels: as its header says, then as it was found. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    thumbhash: p.text().nullable(),
    /** Widths in pixels of the variants that exist. */
    widths: p
      .array((v) => Number(v))
      .columnType('int[]')
      .defaultRaw(`'{}'`),
    createdAt: madeAt(),
  },
  checks: [
    {
      name: 'images_check',
      expression: `status <> 'ready' or width is not null and height is not null and cardinality(widths) > 0`,
    },
    { name: 'images_width_check', expression: 'width > 0' },
    { name: 'images_height_check', expression: 'height > 0' },
  ],
  indexes: [
    { name: 'images_owner', properties: ['owner'] },
    { name: 'images_post', properties: ['postId'] },
    { name: 'images_processing', properties: ['createdAt'], where: `status = 'processing'` },
  ],
});

export class Image extends ImageSchema.class {}
ImageSchema.setClass(Image);

const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    id: id(),
    author: () => p.manyToOne(User),
    caption: p.text(),
    location: p.text().nullable(),
    /** Who sees it: everybody whom the author lets, those who follow each other, or the author alone. */
    audience: p.enum(['public', 'friends', 'private'] as const).default('public'),
    /** Who, of those who see it, may comment. */
    commenters: p.enum(['everyone', 'friends', 'nobody'] as const).default('everyone'),
    image: () => p.oneToOne(Image).nullable().deleteRule('no action'),
    likesCount: p.integer().default(0),
    commentsCount: p.integer().default(0),
    /** Made by the author's client; unique per author, so a retry finds its post. */
    clientId: p.uuid().nullable(),
    createdAt: madeAt(),
    editedAt: time().nullable(),
    /** A moderator hid it: for its author and moderators alone. */
    hiddenAt: time().nullable(),
  },
  uniques: [{ properties: ['author', 'clientId'] }],
  checks: [
    { name: 'posts_caption_check', expression: 'char_length(caption) >= 1 and char_length(caption) <= 2200' },
    { name: 'posts_location_check', expression: 'char_length(location) >= 1 and char_length(location) <= 100' },
    { name: 'posts_likes_count_check', expression: 'likes_count >= 0' },
    { name: 'posts_comments_count_check', expression: 'comments_count >= 0' },
  ],
  indexes: [
    index('posts_author', 'posts (author_id, created_at desc, id desc)'),
    index('posts_newest', 'posts (created_at desc, id desc)'),
    { name: 'posts_hidden', properties: ['author'], where: 'hidden_at is not null' },
    index('posts_narrow', `posts (author_id, audience) where audience <> 'public'`),
  ],
});

export class Post extends PostSchema.class {}
PostSchema.setClass(Post);

const LikeSchema = defineEntity({
  name: 'Like',
  tableName: 'likes',
  properties: {
    id: id(),
    user: () => p.manyToOne(User),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    createdAt: madeAt(),
    /** What it counts in a ranking, if not one: a newcomer's counts less, and nothing that of whoever is shut out. */
    weight: p.float().nullable(),
  },
  uniques: [{ properties: ['user', 'post'] }],
  indexes: [
    { name: 'likes_post', properties: ['post', 'user'] },
    index('likes_user', 'likes (user_id, id desc)'),
    index('likes_light', 'likes (post_id) include (weight) where weight is not null'),
  ],
});

export class Like extends LikeSchema.class {}
LikeSchema.setClass(Like);

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    id: id(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    author: () => p.manyToOne(User),
    content: p.text(),
    /** Made by the author's client, as a post's. */
    clientId: p.uuid().nullable(),
    createdAt: madeAt(),
    hiddenAt: time().nullable(),
  },
  uniques: [{ properties: ['author', 'clientId'] }],
  checks: [
    { name: 'comments_content_check', expression: 'char_length(content) >= 1 and char_length(content) <= 1000' },
  ],
  indexes: [
    index('comments_post', 'comments (post_id, id desc)'),
    { name: 'comments_author', properties: ['author', 'id'] },
  ],
});

export class Comment extends CommentSchema.class {}
CommentSchema.setClass(Comment);
