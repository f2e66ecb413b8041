import type { Case, ModerationEntry, Post, Report, User } from '../entities/index.ts';
import type { Columns, Plain } from '../rows.ts';
import { statement } from '../statement.ts';

type Filing = [reporter: number, subject: number, reason: Report['reason'], words: string, kind: Case['kind']];
/**
 * `found`: the reporter may see the thing and is not its author. `filed`: the report was recorded. `known`: the reporter had
 * reported the thing before.
 */
type Filed = { found: boolean; filed: boolean; known: boolean };
type Subject = Columns<Case, 'kind' | 'subjectId' | 'author'>;
type About = Columns<Case, 'kind' | 'author' | 'snapshot'> & Columns<User, 'userName' | 'pictureKey'>;

export type CaseRow = About &
  Columns<Case, 'id' | 'subjectId' | 'createdAt'> & {
    reports_count: number;
    reports: { reason: Report['reason']; words: string }[];
    earlier: { kind: Case['kind']; outcome: NonNullable<Case['outcome']> }[];
  };

export type LogRow = About &
  Columns<ModerationEntry, 'id' | 'case' | 'action' | 'note' | 'at'> & {
    moderator_name: string | null;
    undoable: boolean;
  };

/** Statements that write reports. */
export const reportQueries = {
  post: statement<Filing, Filed>('moderation/reportPost'),
  comment: statement<Filing, Filed>('moderation/reportComment'),
  message: statement<Filing, Filed>('moderation/reportMessage'),
  user: statement<Filing, Filed>('moderation/reportUser'),
};

/** Statements that read and decide cases. */
export const moderationQueries = {
  moderator: statement<[user: number, session: string], Columns<User, 'id'> & { has_second_factor: boolean }>(
    'moderation/moderator',
  ),
  open: statement<[moderator: number, after: number, rows: number], CaseRow>('moderation/open'),
  log: statement<[moderator: number, before: number, rows: number], LogRow>('moderation/log'),
  decide: statement<
    [moderator: number, id: number, outcome: NonNullable<Case['outcome']>, note: string],
    Subject & {
      changed: boolean;
      audience: Plain<Post['audience']> | null;
      frozen_at: string | null;
      notified: number[];
    }
  >('moderation/decide'),
  undo: statement<
    [moderator: number, id: number, note: string],
    Subject & Columns<Case, 'outcome'> & { changed: boolean }
  >('moderation/undo'),
};
