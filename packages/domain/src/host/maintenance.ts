import type { BackupsView, FailedJob, Page, TestMail } from '@kith/contracts';
import { User } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { encodeCursor, failedJobCursor, type PageInput } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { jobText } from '../jobs.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { confirmRestore, refuseOnCopy } from '../serverState.ts';
import { sendTestMail } from '../testMail.ts';
import { summaryOfUser } from '../users/userView.ts';
import { appendToLog, type HostOrOperator, requireFreshHost, requireHost } from './hosts.ts';

/**
 * Sends a test mail to the caller's own address, at once and not by a job; without a mail server it becomes a file. Throws
 * `forbidden`, `invalid-email` without an address, `restored-copy`, and `mail-failed` with what the mail server said.
 */
export async function sendTestMailToHost(ctx: Context, actor: Actor): Promise<TestMail> {
  const { language } = await requireHost(ctx, actor);
  const host = await ctx.db.em().findOne(User, { id: actor.userId });
  if (!host?.email) throw new Refusal('invalid-email');
  await sendTestMail(ctx, actor, { to: host.email, language }).catch((failure: Error & { response?: string }) => {
    if (failure instanceof Refusal) throw failure;
    const [line = ''] = (failure.response || failure.message).split('\n');
    throw new Refusal('mail-failed', { details: line.slice(0, 300), cause: failure });
  });
  return { toFile: !ctx.maintenance.sendsMails };
}

/**
 * Confirms that this restored copy is the real server, which then makes backups and sends mails, pushes and webhooks. Does nothing on any
 * other server. Throws `forbidden`, `reauthentication-required`.
 */
export async function confirmRestoreAsHost(ctx: Context, actor: Actor): Promise<void> {
  await requireFreshHost(ctx, actor);
  await confirmRestore(ctx, actor);
}

function requireBackups({ maintenance }: Context): void {
  if (!maintenance.makesBackups) throw new Refusal('no-backup-folder');
}

/** The backups, newest first, and the one that is being made. Throws `forbidden`, `no-backup-folder`. */
export async function listBackups(ctx: Context, actor: Actor): Promise<BackupsView> {
  await requireHost(ctx, actor);
  requireBackups(ctx);
  return ctx.maintenance.backups();
}

/**
 * Has the worker make a backup now; does nothing more while one that a host has asked for is waiting. Throws the errors of `listBackups`,
 * and `restored-copy`, because such a copy makes none.
 */
export async function startBackup(ctx: Context, actor: Actor): Promise<void> {
  await requireHost(ctx, actor);
  requireBackups(ctx);
  await refuseOnCopy(ctx);
  await ctx.db.transaction(async (tx) => {
    await appendToLog(tx, actor, { action: 'backup-started' });
    await recordJob(tx, { name: 'backups.make', payload: { asked: true } });
  });
  await queueRecordedJobs(ctx);
}

/** The jobs that failed for good, newest first. Throws `forbidden`. */
export async function listFailedJobs(ctx: Context, actor: Actor, input: PageInput): Promise<Page<FailedJob>> {
  const { language } = await requireHost(ctx, actor);
  const { at, id } = failedJobCursor(input.cursor);
  const all = await ctx.maintenance.failedJobs();
  const older = all
    .toSorted((a, b) => b.failedAt.localeCompare(a.failedAt) || b.id.localeCompare(a.id))
    .filter((job) => job.failedAt < at || (job.failedAt === at && job.id < id));
  const shown = older.slice(0, input.limit);
  const members = await ctx.db.em().find(User, { id: { $in: shown.flatMap(({ userId }) => userId ?? []) } });
  const last = shown.at(-1);
  return {
    items: shown.map((job) => ({
      jobId: job.id,
      name: job.name,
      text: jobText(language, job.name),
      member: summaryOfUser(
        ctx.settings,
        members.find(({ id }) => id === job.userId),
      ),
      failedAt: job.failedAt,
      cause: job.cause,
    })),
    nextCursor: last && older.length > shown.length ? encodeCursor(last.failedAt, last.id) : null,
  };
}

interface ChangeOfJobs<T> {
  what: 'retry' | 'drop';
  jobs: { name: string; userId: number | null }[];
  work: () => Promise<T>;
}

/** Changes failed jobs by `work` after the log has an entry for each kind of them, which does not stay if `work` throws. */
export const changeJobs = <T>(ctx: Context, by: HostOrOperator, { what, jobs, work }: ChangeOfJobs<T>): Promise<T> =>
  ctx.db.transaction(async (tx) => {
    const action = what === 'retry' ? 'job-retried' : 'job-dropped';
    for (const [details, [job, another]] of Map.groupBy(jobs, ({ name }) => name))
      await appendToLog(tx, by, { action, memberId: another ? null : (job?.userId ?? null), details });
    return work();
  });

async function changeJob(ctx: Context, actor: Actor, jobId: string, what: 'retry' | 'drop'): Promise<void> {
  await requireHost(ctx, actor);
  const job = (await ctx.maintenance.failedJobs()).find(({ id }) => id === jobId);
  if (!job) throw new Refusal('not-found');
  const work = async () => {
    const found = what === 'retry' ? await ctx.maintenance.retryJob(jobId) : await ctx.maintenance.dropJob(jobId);
    if (!found) throw new Refusal('not-found');
  };
  await changeJobs(ctx, actor, { what, jobs: [job], work });
}

/** Queues a failed job anew. Throws `forbidden`, `not-found`. */
export const retryJob = (ctx: Context, actor: Actor, { jobId }: { jobId: string }): Promise<void> =>
  changeJob(ctx, actor, jobId, 'retry');

/** Deletes a failed job. Throws `forbidden`, `not-found`. */
export const dropJob = (ctx: Context, actor: Actor, { jobId }: { jobId: string }): Promise<void> =>
  changeJob(ctx, actor, jobId, 'drop');
