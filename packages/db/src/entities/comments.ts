import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, madeAt, time } from './columns.ts';
import { Post } from './posts.ts';

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    id: id(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    author: () => p.manyToOne(User),
    content: p.text(),
    /** The first comment that it answers, directly or by answering another reply. */
    parent: () => p.manyToOne(Comment).nullable().deleteRule('cascade').updateRule('no action'),
    likesCount: p.integer().default(0),
    repliesCount: p.integer().default(0),
    editedAt: time().nullable(),
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
    index('comments_first', 'comments (post_id, id) where parent_id is null'),
    index('comments_replies', 'comments (parent_id, id) where parent_id is not null'),
    { name: 'comments_author', properties: ['author', 'id'] },
  ],
});

export class Comment extends CommentSchema.class {}
CommentSchema.setClass(Comment);

const CommentLikeSchema = defineEntity({
  name: 'CommentLike',
  tableName: 'comment_likes',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('no action').updateRule('no action'),
    comment: () => p.manyToOne(Comment).primary().deleteRule('cascade').updateRule('no action'),
    createdAt: madeAt(),
  },
  indexes: [{ name: 'comment_likes_comment', properties: ['comment'] }],
});

export class CommentLike extends CommentLikeSchema.class {}
CommentLikeSchema.setClass(CommentLike);
