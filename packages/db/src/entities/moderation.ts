import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';
import { id, index, insertTime, time } from './columns.ts';

/** A reported video; the picture beside it is its poster. */
export interface ReportedVideo {
  container: 'mp4' | 'webm';
  duration_ms: number;
}

/** The content of a reported post, comment, message or user at the first report of this case. */
export interface Snapshot {
  text?: string;
  location?: string | null;
  imageKey?: string | null;
  imageWidths?: number[] | null;
  imageVideo?: ReportedVideo | null;
  /** The voice of a message. */
  voice?: { key: string; container: 'mp4' | 'webm' } | null;
  /** A post's pictures after the first. */
  more?: { key: string; widths: number[]; alt: string | null; video?: ReportedVideo | null }[] | null;
}

const CaseSchema = defineEntity({
  name: 'Case',
  tableName: 'cases',
  properties: {
    id: id(),
    kind: p.enum(['post', 'comment', 'message', 'user'] as const),
    /** No foreign key: the reported thing may be deleted while the case is open. */
    subjectId: p.bigint('number'),
    /** The author of the reported thing. */
    author: () => p.manyToOne(User).deleteRule('no action').updateRule('no action'),
    snapshot: p.json<Snapshot>(),
    /** The decision; null while the case is open. A thing has at most one open case. */
    outcome: p.enum(['dismissed', 'hidden', 'disabled'] as const).nullable(),
    createdAt: insertTime(),
    decidedAt: time().nullable(),
  },
  indexes: [
    { name: 'cases_waiting', properties: ['id'], where: 'outcome is null' },
    index('cases_author', 'cases (author_id, id desc)'),
  ],
  uniques: [{ name: 'cases_open', properties: ['kind', 'subjectId'], where: 'outcome is null' }],
});

export class Case extends CaseSchema.class {}
CaseSchema.setClass(Case);

const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: id(),
    case: () => p.manyToOne(Case).deleteRule('no action').updateRule('no action'),
    reporter: () => p.manyToOne(User).deleteRule('no action').updateRule('no action'),
    kind: p.text(),
    subjectId: p.bigint('number'),
    reason: p.enum(['spam', 'harassment', 'nudity', 'violence', 'other'] as const),
    words: p.text().default(''),
    createdAt: insertTime(),
  },
  uniques: [{ properties: ['reporter', 'kind', 'subjectId'] }],
  checks: [{ name: 'reports_words_check', expression: 'char_length(words) <= 500' }],
  indexes: [{ name: 'reports_case', properties: ['case', 'id'] }],
});

/** One member's report of one thing. */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report);

const ModerationEntrySchema = defineEntity({
  name: 'ModerationEntry',
  tableName: 'moderation_log',
  properties: {
    id: id(),
    case: () => p.manyToOne(Case).deleteRule('no action').updateRule('no action'),
    moderator: () => p.manyToOne(User).deleteRule('no action').updateRule('no action'),
    action: p.enum(['dismissed', 'hidden', 'disabled', 'undone'] as const),
    note: p.text().default(''),
    at: insertTime(),
  },
  checks: [{ name: 'moderation_log_note_check', expression: 'char_length(note) <= 500' }],
  indexes: [{ name: 'moderation_log_case', properties: ['case', 'id'] }],
});

/** An entry of the moderation log, which is append-only: a trigger refuses every update and deletion. */
export class ModerationEntry extends ModerationEntrySchema.class {}
ModerationEntrySchema.setClass(ModerationEntry);
