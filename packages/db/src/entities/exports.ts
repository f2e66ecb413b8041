import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { insertTime, time } from './columns.ts';

const ExportSchema = defineEntity({
  name: 'Export',
  tableName: 'exports',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade').updateRule('no action'),
    /** The year of which the export is a page; 0 for the archive of everything. */
    year: p.smallint().primary().default(0),
    /** Random; the name of the archive's folder in the storage. */
    key: p.text().unique(),
    status: p.enum(['waiting', 'ready', 'fetching'] as const).default('waiting'),
    bytes: p.bigint('number').nullable(),
    createdAt: insertTime(),
    /** The end of the current download's lease, which the download extends; after it, the archive can be downloaded again. */
    fetchingUntil: time().nullable(),
    expiresAt: time().defaultRaw(`(now() + '3 days'::interval)`),
  },
  indexes: [{ name: 'exports_expires', properties: ['expiresAt'] }],
});

/** A user's export; a user has at most one archive, and one page of each year, at a time. */
export class Export extends ExportSchema.class {}
ExportSchema.setClass(Export);
