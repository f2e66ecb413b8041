import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime, time, uniqueIndex } from './columns.ts';

const ImageSchema = defineEntity({
  name: 'Image',
  tableName: 'images',
  properties: {
    id: id(),
    owner: () => p.manyToOne(User),
    kind: p.enum(['post', 'profile', 'message', 'chat'] as const),
    /** The post it belongs to. No foreign key: posts reference the image they show, and deleting would be circular. */
    postId: p.bigint('number').nullable(),
    /** The group whose picture it is or will become. No foreign key, for the same reason. */
    chatId: p.bigint('number').nullable(),
    /** Its position in its post, from 0. Null for a post's single picture, and for a picture that will replace a post's first. */
    position: p.smallint().nullable(),
    /** The description that its owner gave. */
    alt: p.text().nullable(),
    /** Made by the uploader's client; unique per post, so a retry finds its picture. */
    clientId: p.uuid().nullable(),
    status: p.enum(['processing', 'ready', 'failed'] as const).default('processing'),
    /** Attempts at processing that did not finish: a picture that kills its worker is counted here. */
    attempts: p.integer().default(0),
    /** Random; the storage folder of the variants, and of the private original until they exist. */
    key: p.text().unique(),
    /** Upright size of the original in pixels: first as its header states it, after processing as decoded. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    thumbhash: p.text().nullable(),
    /** Widths in pixels of the existing variants. */
    widths: p
      .array((v) => Number(v))
      .columnType('int[]')
      .defaultRaw(`'{}'`),
    /** Bytes in the storage: first of the original, then of its variants. 0 for pictures of versions that did not count bytes. */
    bytes: p.integer().default(0),
    createdAt: insertTime(),
    /**
     * When its variants were created. Workers of older versions, which support only one picture per post, do not set it; a
     * constraint refuses that in a post with several pictures.
     */
    madeAt: time().nullable(),
  },
  uniques: [{ properties: ['postId', 'position'], deferMode: 'immediate' }],
  checks: [
    {
      name: 'images_position_check',
      expression: `position is null or position >= 0 and position < 10 and (status <> 'ready' or made_at is not null)`,
    },
    { name: 'images_alt_check', expression: 'char_length(alt) >= 1 and char_length(alt) <= 1500' },
    {
      name: 'images_check',
      expression: `status <> 'ready' or width is not null and height is not null and cardinality(widths) > 0`,
    },
    { name: 'images_width_check', expression: 'width > 0' },
    { name: 'images_height_check', expression: 'height > 0' },
  ],
  indexes: [
    index('images_owner_bytes', 'images (owner_id) include (bytes)'),
    { name: 'images_waiting', properties: ['owner'], where: `status = 'processing'` },
    uniqueIndex('images_client', 'images (post_id, client_id) where client_id is not null'),
    { name: 'images_post', properties: ['postId'] },
    { name: 'images_chat', properties: ['chatId'], where: 'chat_id is not null' },
    { name: 'images_processing', properties: ['createdAt'], where: `status = 'processing'` },
  ],
});

export class Image extends ImageSchema.class {}
ImageSchema.setClass(Image);
