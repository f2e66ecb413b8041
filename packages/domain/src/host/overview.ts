import type { HostOverview } from '@kith/contracts';
import { hostQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { problemText } from '../problems.ts';
import { mailState } from '../serverState.ts';
import { requireHost } from './hosts.ts';

/** The server in numbers, its problems, and the first steps of a new server. Throws `forbidden`. */
export async function readOverview(ctx: Context, actor: Actor): Promise<HostOverview> {
  const { language } = await requireHost(ctx, actor);
  const { machine } = ctx;
  const [[facts], disk, queue, { items: backups }, mail, problems] = await Promise.all([
    ctx.db.run(hostQueries.facts, []),
    machine.disk(),
    machine.queue(),
    machine.backups(),
    mailState(ctx),
    machine.problems(),
  ]);
  if (!facts) throw new Error('the database counted nothing');
  const [lastBackup = null] = backups;
  const bytes = (kind: HostOverview['storage'][number]['kind'], size: number) => ({ kind, bytes: size });
  return {
    members: facts.members,
    activeIn7Days: facts.week,
    activeIn30Days: facts.month,
    posts: facts.posts,
    pictures: facts.pictures,
    storage: [
      bytes('pictures', facts.picture_bytes),
      bytes('exports', facts.export_bytes),
      bytes('imports', facts.import_bytes),
      bytes(
        'backups',
        backups.reduce((sum, backup) => sum + backup.bytes, 0),
      ),
    ],
    databaseBytes: facts.database_bytes,
    disk: disk && { freeBytes: disk.free, totalBytes: disk.size },
    queue,
    lastBackup: lastBackup && { at: lastBackup.at, bytes: lastBackup.bytes, verified: lastBackup.verified },
    mail,
    version: machine.version,
    problems: problems.map((problem) => ({
      code: problem.code,
      since: problem.since?.toISOString() ?? null,
      text: problemText(language, problem),
    })),
    checklist: [
      { step: 'mail', done: mail.lastSentAt !== null && (mail.lastError?.at ?? '') < mail.lastSentAt },
      { step: 'backups', done: lastBackup !== null },
      { step: 'address', done: ctx.settings.publicUrl.startsWith('https:') },
      { step: 'invitations', done: facts.invited },
    ],
  };
}
