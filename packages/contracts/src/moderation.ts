import * as z from 'zod/mini';
import { count, id, key, optionalText, pageInput, time } from './common.ts';
import { maxLengths } from './lengths.ts';
import { userSummary } from './users.ts';

const invalidInput = key('invalid-input');
const note = z._default(optionalText(maxLengths.report, 'report-too-long'), '');

export const reportedKind = z.enum(['post', 'comment', 'message', 'user'], invalidInput);
export const reportReason = z.enum(['spam', 'harassment', 'nudity', 'violence', 'other'], invalidInput);
export const caseOutcome = z.enum(['dismissed', 'hidden', 'disabled'], invalidInput);
export type ReportedKind = z.output<typeof reportedKind>;
export type ReportReason = z.output<typeof reportReason>;
export type CaseOutcome = z.output<typeof caseOutcome>;

/** A report of something; `id` is the id of the post, comment, message or user. */
export const reportInput = z.object({ kind: reportedKind, id, reason: reportReason, note });

/** The video of which `imageUrl` is the poster; null for a picture. */
const video = { videoUrl: z.nullable(z.string()), durationMs: z.nullable(count) };

const reportedContent = {
  kind: reportedKind,
  author: userSummary,
  /** The content of the reported thing when it was first reported. */
  text: z.string(),
  location: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  ...video,
  /** The file of a voice message; null for anything else. */
  voiceUrl: z.nullable(z.string()),
  /** A post's pictures after the first. */
  moreImages: z.array(z.object({ imageUrl: z.string(), alt: z.nullable(z.string()), ...video })),
};

/** An open case: one reported thing, with its reports and the latest decisions about the author. */
export const moderationCase = z.object({
  caseId: id,
  subjectId: id,
  ...reportedContent,
  createdAt: time,
  reportsCount: count,
  reports: z.array(z.object({ reason: reportReason, note: z.string() })),
  earlier: z.array(z.object({ kind: reportedKind, outcome: caseOutcome })),
});
export type ModerationCase = z.output<typeof moderationCase>;

/** An entry of the append-only moderation log. */
export const moderationEntry = z.object({
  entryId: id,
  caseId: id,
  ...reportedContent,
  action: z.enum(['dismissed', 'hidden', 'disabled', 'undone']),
  note: z.string(),
  moderatorName: z.nullable(z.string()),
  at: time,
  undoable: z.boolean(),
});
export type ModerationEntryView = z.output<typeof moderationEntry>;

export const moderationPageInput = pageInput;
export const decideInput = z.object({ caseId: id, outcome: caseOutcome, note });
export const undoInput = z.object({ caseId: id, note });
