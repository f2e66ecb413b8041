import type { HostLogEntry, Page } from '@kith/contracts';
import { HostEntry } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, toPage } from '../cursor.ts';
import { jobText } from '../jobs.ts';
import { summaryOfUser } from '../users/userView.ts';
import { requireHost } from './hosts.ts';

/** What hosts and operators have done, newest first. Throws `forbidden`. */
export async function listHostLog(ctx: Context, actor: Actor, input: PageInput): Promise<Page<HostLogEntry>> {
  const { language } = await requireHost(ctx, actor);
  const newest = { populate: ['by', 'member'], orderBy: { id: 'desc' }, limit: input.limit + 1 } as const;
  const entries = await ctx.db.em().find(HostEntry, { id: { $lt: idCursor(input.cursor) } }, newest);
  return toPage(
    entries,
    input.limit,
    ({ id, at, by, action, member, details }) => ({
      entryId: id,
      at: at.toISOString(),
      by: summaryOfUser(ctx.settings, by),
      action: action as HostLogEntry['action'],
      member: summaryOfUser(ctx.settings, member),
      details: action.startsWith('job-') ? jobText(language, details) : details,
    }),
    ({ id }) => [id],
  );
}
