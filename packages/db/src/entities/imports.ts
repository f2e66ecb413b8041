import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, insertTime, uniqueIndex } from './columns.ts';

const ImportSchema = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** Random; the name of the archive's folder in the storage. */
    key: p.text().unique(),
    state: p.enum(['uploading', 'waiting', 'running', 'done', 'failed'] as const).default('uploading'),
    source: p.enum(['kith', 'mastodon', 'instagram'] as const).nullable(),
    /** The audience chosen for all imported posts; null keeps the audience of each post. */
    audience: p.enum(['public', 'friends', 'close', 'private'] as const).nullable(),
    /** The declared size and the size received so far, in bytes. */
    size: p.bigint('number'),
    received: p.bigint('number').defaultRaw('0'),
    /** The sizes of the stored parts of the archive, in order. */
    parts: p
      .array((v) => Number(v))
      .columnType('int[]')
      .defaultRaw(`'{}'`),
    /**
     * The file names of the stored parts in the archive's folder. Each call that stores a part uses a new name, so that two calls
     * never write the same file.
     */
    partNames: p.array().columnType('text[]').defaultRaw(`'{}'`),
    found: p.integer().default(0),
    done: p.integer().default(0),
    skippedCount: p.integer().default(0),
    /** The number of completed slices. Each job does one slice; a repeated job of a completed slice does nothing. */
    slice: p.integer().default(0),
    createdAt: insertTime(),
    changedAt: insertTime(),
  },
  checks: [{ name: 'imports_received_check', expression: 'received >= 0 and received <= size' }],
  indexes: [
    { name: 'imports_user', properties: ['user'] },
    { name: 'imports_changed', properties: ['changedAt'] },
    uniqueIndex('imports_active', `imports (user_id) where state in ('uploading', 'waiting', 'running')`),
  ],
});

/** A member's import of an archive of posts, from another network or another Kith server. */
export class Import extends ImportSchema.class {}
ImportSchema.setClass(Import);

const ImportItemSchema = defineEntity({
  name: 'ImportItem',
  tableName: 'import_items',
  properties: {
    id: id(),
    import: () => p.manyToOne(Import).deleteRule('cascade'),
    /** The post as imported; null for something that was skipped. */
    post: p.json().nullable(),
    /** A text by which the member recognises the item: the date and first words of a post, or the name of a file. */
    what: p.text(),
    /** Why the item was skipped; null for a post that waits. */
    why: p.text().nullable(),
  },
  checks: [{ name: 'import_items_check', expression: '(post is null) <> (why is null)' }],
  indexes: [
    { name: 'import_items_waiting', properties: ['import', 'id'], where: 'post is not null' },
    { name: 'import_items_skipped', properties: ['import', 'id'], where: 'why is not null' },
  ],
});

/** A post that waits to be imported, or something that was skipped. Imported posts have no row. */
export class ImportItem extends ImportItemSchema.class {}
ImportItemSchema.setClass(ImportItem);

const ImportGapSchema = defineEntity({
  name: 'ImportGap',
  tableName: 'import_gaps',
  properties: {
    id: id(),
    import: () => p.manyToOne(Import).deleteRule('cascade'),
    /** The post as imported, and the pictures that it still lacks. */
    post: p.json(),
  },
  indexes: [{ name: 'import_gaps_import', properties: ['import', 'id'] }],
});

/** A post some pictures of which were missing in its archive. A further archive that contains them completes the post. */
export class ImportGap extends ImportGapSchema.class {}
ImportGapSchema.setClass(ImportGap);
