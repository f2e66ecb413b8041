import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime } from './columns.ts';
import { Post } from './posts.ts';

const LikeSchema = defineEntity({
  name: 'Like',
  tableName: 'likes',
  properties: {
    id: id(),
    user: () => p.manyToOne(User),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    createdAt: insertTime(),
    /**
     * The weight of the like in the ranking; null for 1. It is less for a like by a newcomer, and 0 for one by a disabled member.
     */
    weight: p.float().nullable(),
  },
  uniques: [{ properties: ['user', 'post'] }],
  indexes: [
    index('likes_newest', 'likes (post_id, id desc)'),
    index('likes_user', 'likes (user_id, id desc)'),
    index('likes_light', 'likes (post_id) include (weight) where weight is not null'),
  ],
});

export class Like extends LikeSchema.class {}
LikeSchema.setClass(Like);
