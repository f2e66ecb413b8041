import type { HostOverview } from '@kith/contracts';
import { hostQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { problemText } from '../problems.ts';
import { serverState } from '../serverState.ts';
import { requireHost } from './hosts.ts';

/** The server in numbers, its problems, and the first steps of a new server. Throws `forbidden`. */
export async function readOverview(ctx: Context, actor: Actor): Promise<HostOverview> {
  const { language } = await requireHost(ctx, actor);
  const { maintenance } = ctx;
  const [[facts], disk, queue, { items: backups }, { lastBackup, mail }, problems] = await Promise.all([
    ctx.db.run(hostQueries.facts, []),
    maintenance.disk(),
    maintenance.queue(),
    maintenance.backups(),
    serverState(ctx),
    maintenance.problems(),
  ]);
  if (!facts) throw new Error('the database counted nothing');
  const bytes = (kind: HostOverview['storage'][number]['kind'], size: number) => ({ kind, bytes: size });
  const mailWorks = mail.lastSentAt !== null && (mail.lastError?.at ?? '') < mail.lastSentAt;
  return {
    members: facts.members,
    activeIn7Days: facts.week,
    activeIn30Days: facts.month,
    posts: facts.posts,
    pictures: facts.pictures,
    storage: [
      bytes('pictures', facts.picture_bytes),
      bytes('videos', facts.video_bytes),
      bytes('voices', facts.voice_bytes),
      bytes('exports', facts.export_bytes),
      bytes('imports', facts.import_bytes),
      bytes(
        'backups',
        backups.reduce((sum, backup) => sum + backup.bytes, 0),
      ),
      bytes('other', facts.other_bytes),
    ],
    databaseBytes: facts.database_bytes,
    disk: disk && { freeBytes: disk.free, totalBytes: disk.size },
    queue,
    // Only a backup that was read back in full is recorded.
    lastBackup: lastBackup && { at: lastBackup.at, bytes: lastBackup.bytes, verified: true },
    mail,
    version: maintenance.version,
    problems: problems.map((problem) => ({
      code: problem.code,
      since: problem.since?.toISOString() ?? null,
      text: problemText(language, problem),
    })),
    checklist: [
      { step: 'mail', done: maintenance.sendsMails && mailWorks },
      { step: 'backups', done: lastBackup !== null },
      { step: 'address', done: ctx.settings.publicUrl.startsWith('https:') },
      { step: 'invitations', done: facts.invited },
    ],
  };
}
