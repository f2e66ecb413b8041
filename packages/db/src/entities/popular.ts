import { defineEntity, p } from '@mikro-orm/core';
import { id, madeAt, time } from './columns.ts';
import { Post } from './posts.ts';

const PopularSnapshotSchema = defineEntity({
  name: 'PopularSnapshot',
  tableName: 'popular_snapshots',
  properties: { id: id(), runAt: time().unique(), createdAt: madeAt() },
});

/** One ranking, which readers see whole or not at all. */
export class PopularSnapshot extends PopularSnapshotSchema.class {}
PopularSnapshotSchema.setClass(PopularSnapshot);

const PopularEntrySchema = defineEntity({
  name: 'PopularEntry',
  tableName: 'popular_entries',
  properties: {
    snapshot: () => p.manyToOne(PopularSnapshot).primary().deleteRule('cascade').updateRule('no action'),
    /** From 1. */
    rank: p.integer().primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    score: p.double(),
  },
  indexes: [{ name: 'popular_entries_post', properties: ['post'] }],
});

export class PopularEntry extends PopularEntrySchema.class {}
PopularEntrySchema.setClass(PopularEntry);

const PopularScoreSchema = defineEntity({
  name: 'PopularScore',
  tableName: 'popular_scores',
  properties: {
    runAt: time().primary(),
    post: () => p.manyToOne(Post).primary().deleteRule('cascade').updateRule('no action'),
    score: p.double(),
  },
  indexes: [{ name: 'popular_scores_post', properties: ['post'] }],
});

/** What one slice of a run found, until the run is published. */
export class PopularScore extends PopularScoreSchema.class {}
PopularScoreSchema.setClass(PopularScore);
