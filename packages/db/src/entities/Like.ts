import { defineEntity, p } from '@mikro-orm/core';
import { Post } from './Post.ts';
import { User } from './User.ts';

const LikeSchema = defineEntity({
  name: 'Like',
  tableName: 'likes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    user: () => p.manyToOne(User),
    post: () => p.manyToOne(Post),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
  uniques: [{ properties: ['user', 'post'] }],
});

export class Like extends LikeSchema.class {}
LikeSchema.setClass(Like);
