import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime } from './columns.ts';

const UploadSchema = defineEntity({
  name: 'Upload',
  tableName: 'uploads',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** Random; the name of the folder of the parts in the storage. */
    key: p.text().unique(),
    /** The declared size and the size received so far, in bytes. */
    size: p.bigint('number'),
    received: p.bigint('number').defaultRaw('0'),
    /** The file names of the stored parts in the folder, in order. */
    partNames: p.array().columnType('text[]').defaultRaw(`'{}'`),
    changedAt: insertTime(),
  },
  checks: [{ name: 'uploads_received_check', expression: 'received >= 0 and received <= size' }],
  indexes: [
    { name: 'uploads_user', properties: ['user'] },
    { name: 'uploads_changed', properties: ['changedAt'] },
  ],
});

/** A picture or a video that a member uploads in parts, until a post or a message takes it. */
export class Upload extends UploadSchema.class {}
UploadSchema.setClass(Upload);
