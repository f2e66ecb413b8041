import type {
  Audience,
  CaseOutcome,
  ModerationCase,
  ModerationEntryView,
  Page,
  ReportedKind,
  ReportReason,
  UserSummary,
} from '@kith/contracts';
import { accountQueries, type CaseRow, type LogRow, moderationQueries, type ReportedVideo } from '@kith/db';
import { announce, announceNotification } from './afterCommit.ts';
import { refuseMissing } from './auth/actor.ts';
import type { Actor, Context, DomainSettings } from './context.ts';
import { idCursor, type PageInput, toPage } from './cursor.ts';
import { Refusal, refuseConflict } from './errors.ts';
import { renamePicturesOf } from './images/imageMaintenance.ts';
import { type PictureAddresses, pictureAddresses } from './images/pictureAddresses.ts';
import { mediaUrl } from './images/pictureView.ts';
import { queueRecordedJobs } from './pendingJobs.ts';
import { notifyDisabled, updateDisabled } from './users/disableUser.ts';
import { pictureUrl, postImageUrl, userSummary } from './users/userView.ts';

interface ReportInput {
  kind: ReportedKind;
  id: number;
  reason: ReportReason;
  note: string;
}

/** Reports something that the caller can see to the moderators. Idempotent. Throws `not-found`, `unauthenticated`. */
export async function createReport(ctx: Context, actor: Actor, input: ReportInput): Promise<void> {
  const { kind, id, reason, note } = input;
  const file = () => ctx.db.run(moderationQueries.report, [actor.userId, kind, id, reason, note]);
  let [row] = await file();
  // The case was decided concurrently, so a second attempt opens a new case.
  if (row?.found && !row.filed && !row.known) [row] = await file();
  if (!row?.found) await refuseMissing(ctx, actor);
}

const maxModerators = 12;

/** The moderators whom the caller can ask for help, without the caller: at most twelve, the first members of the server first. */
export async function listModerators(ctx: Context, actor: Actor): Promise<{ items: UserSummary[] }> {
  const rows = await ctx.db.run(moderationQueries.people, [actor.userId, false, maxModerators]);
  return { items: rows.map((row) => userSummary(ctx.settings, row)) };
}

/**
 * Throws `forbidden` unless the caller is a moderator, and `second-factor-missing` if this server requires a second factor and
 * the caller has neither an authenticator app nor authenticated this session with a passkey.
 */
async function requireModerator(ctx: Context, actor: Actor): Promise<void> {
  const [user] = await ctx.db.run(accountQueries.role, [actor.userId, actor.sessionId]);
  if (!user?.moderator) throw new Refusal('forbidden');
  if (ctx.settings.moderatorsNeedSecondFactor && !user.has_second_factor) throw new Refusal('second-factor-missing');
}

/** The video that a reported picture is the poster of, if it is one. */
const videoFields = (
  address: PictureAddresses,
  key: string | null | undefined,
  video: ReportedVideo | null | undefined,
) => ({
  videoUrl: key && video ? mediaUrl(address(key, false), { ...video, media: 'video' }) : null,
  durationMs: video?.duration_ms ?? null,
});

const subjectFields = (settings: DomainSettings, address: PictureAddresses, row: CaseRow | LogRow) => ({
  kind: row.kind,
  author: {
    userId: row.author_id,
    userName: row.user_name ?? '',
    displayName: row.display_name,
    profilePicture: pictureUrl(settings, row.picture_key ?? null),
  },
  text: row.snapshot.text ?? '',
  location: row.snapshot.location ?? null,
  // The URL is signed, whatever the audience is, because moderators can see what was reported.
  imageUrl: postImageUrl(
    row.snapshot.imageKey ? address(row.snapshot.imageKey, false) : null,
    row.snapshot.imageWidths ?? null,
  ),
  ...videoFields(address, row.snapshot.imageKey, row.snapshot.imageVideo),
  voiceUrl: row.snapshot.voice
    ? mediaUrl(address(row.snapshot.voice.key, false), { ...row.snapshot.voice, media: 'voice' })
    : null,
  moreImages: (row.snapshot.more ?? []).flatMap(({ key, widths, alt, video }) => {
    const imageUrl = postImageUrl(address(key, false), widths);
    return imageUrl === null ? [] : [{ imageUrl, alt, ...videoFields(address, key, video) }];
  }),
});

/** Open cases, oldest first, without those about the caller. Throws `forbidden`. */
export async function listCases(ctx: Context, actor: Actor, input: PageInput): Promise<Page<ModerationCase>> {
  await requireModerator(ctx, actor);
  const rows = await ctx.db.run(moderationQueries.open, [actor.userId, idCursor(input.cursor, 0), input.limit + 1]);
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    input.limit,
    (row) => ({
      caseId: row.id,
      subjectId: row.subject_id,
      ...subjectFields(ctx.settings, address, row),
      createdAt: row.created_at,
      reportsCount: row.reports_count,
      reports: row.reports.map(({ reason, words }) => ({ reason, note: words })),
      earlier: row.earlier,
    }),
    (row) => [row.id],
  );
}

/** The log of decisions with their moderators, newest first, without those about the caller. Throws `forbidden`. */
export async function listDecisions(ctx: Context, actor: Actor, input: PageInput): Promise<Page<ModerationEntryView>> {
  await requireModerator(ctx, actor);
  const rows = await ctx.db.run(moderationQueries.log, [actor.userId, idCursor(input.cursor), input.limit + 1]);
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    input.limit,
    (row) => ({
      entryId: row.id,
      caseId: row.case_id,
      ...subjectFields(ctx.settings, address, row),
      action: row.action,
      note: row.note,
      moderatorName: row.moderator_name,
      at: row.at,
      undoable: row.undoable,
    }),
    (row) => [row.id],
  );
}

/**
 * Decides a case and notifies its reporters. If two moderators decide, the first wins. Pictures of a hidden post get new URLs.
 * Throws `forbidden`, `not-found`, `already-decided`, `cannot-be-hidden`, and `moderator-not-disabled`, because only an operator
 * can disable a moderator.
 */
export async function decideCase(
  ctx: Context,
  actor: Actor,
  input: { caseId: number; outcome: CaseOutcome; note: string },
): Promise<void> {
  await requireModerator(ctx, actor);
  const { outcome } = input;
  const row = await ctx.db.transaction(async (tx) => {
    const decision = [actor.userId, input.caseId, outcome, input.note] as const;
    const [decided] = await tx.run(moderationQueries.decide, [...decision]);
    if (!decided) throw new Refusal('not-found');
    if (!decided.changed) {
      const hideable = decided.kind === 'post' || decided.kind === 'comment';
      throw new Refusal(outcome === 'hidden' && !hideable ? 'cannot-be-hidden' : 'already-decided');
    }
    if (outcome === 'disabled')
      await updateDisabled(ctx, tx, decided.author_id, ({ moderator }) => {
        if (moderator) throw new Refusal('moderator-not-disabled');
      });
    if (decided.kind === 'post' && outcome === 'hidden') await renamePicturesOf(tx, decided.subject_id);
    return decided;
  });
  if (outcome === 'disabled') await notifyDisabled(ctx, row.author_id);
  if (row.kind === 'post' && outcome === 'hidden') {
    await queueRecordedJobs(ctx);
    announceChange(ctx, row, row.audience, row.frozen_at);
  }
  void announceNotification(ctx, ...row.notified);
}

/**
 * Reopens a decided case; its author stays disabled if there is another reason. Throws `forbidden`, `not-found`,
 * `already-decided` if somebody else was first.
 */
export async function undoDecision(ctx: Context, actor: Actor, input: { caseId: number; note: string }): Promise<void> {
  await requireModerator(ctx, actor);
  const row = await ctx.db
    .transaction(async (tx) => {
      const [undone] = await tx.run(moderationQueries.undo, [actor.userId, input.caseId, input.note]);
      if (!undone) throw new Refusal('not-found');
      if (!undone.changed) throw new Refusal('already-decided');
      if (undone.outcome === 'disabled') await updateDisabled(ctx, tx, undone.author_id);
      return undone;
    })
    // A conflict means that the subject has been reported again in the meantime, in a new case.
    .catch((error: unknown) => refuseConflict(error, { cases_open: 'already-decided' }));
  if (row.kind === 'post' && row.outcome === 'hidden') announceChange(ctx, row, null);
}

const announceChange = (
  ctx: Context,
  post: { subject_id: number; author_id: number },
  before: Audience | null,
  frozenAt: string | null = null,
): void => {
  const payload = { postId: post.subject_id, authorId: post.author_id, before, frozenAt };
  void announce(ctx, { name: 'post.changed', to: null, payload });
};
