import { defineEntity, p } from '@mikro-orm/core';
import { Post } from './Post.ts';
import { User } from './User.ts';

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    post: () => p.manyToOne(Post),
    author: () => p.manyToOne(User),
    content: p.text(),
    clientId: p.uuid().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Comment extends CommentSchema.class {}
CommentSchema.setClass(Comment);
