import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime } from './columns.ts';
import { Post } from './posts.ts';

const BookmarkSchema = defineEntity({
  name: 'Bookmark',
  tableName: 'bookmarks',
  properties: {
    id: id(),
    user: () => p.manyToOne(User),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    createdAt: insertTime(),
  },
  uniques: [{ name: 'bookmarks_user_id_post_id_key', properties: ['user', 'post'] }],
  indexes: [
    index('bookmarks_newest', 'bookmarks (user_id, id desc)'),
    { name: 'bookmarks_post', properties: ['post'] },
  ],
});

/** A post that a member has bookmarked; visible to nobody else. */
export class Bookmark extends BookmarkSchema.class {}
BookmarkSchema.setClass(Bookmark);
