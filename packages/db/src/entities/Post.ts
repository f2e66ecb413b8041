import { defineEntity, p } from '@mikro-orm/core';
import { Image } from './Image.ts';
import { User } from './User.ts';

const PostSchema = defineEntity({
  name: 'Post',
  tableName: 'posts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    author: () => p.manyToOne(User),
    caption: p.text(),
    location: p.text().nullable(),
    image: () => p.manyToOne(Image).nullable(),
    likesCount: p.integer().default(0),
    commentsCount: p.integer().default(0),
    /** Made by the author's client; unique per author, so a retry finds its post. */
    clientId: p.uuid().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    editedAt: p.datetime(3).nullable(),
  },
});

export class Post extends PostSchema.class {}
PostSchema.setClass(Post);
