import { defineEntity, p } from '@mikro-orm/core';
import { User } from './User.ts';

const ImageSchema = defineEntity({
  name: 'Image',
  tableName: 'images',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
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
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class Image extends ImageSchema.class {}
ImageSchema.setClass(Image);
