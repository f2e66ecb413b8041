import type { HostLogEntry, Page, UserSummary } from '@kith/contracts';
import { hostQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, toPage } from '../cursor.ts';
import { userSummary } from '../users/userView.ts';
import { requireHost } from './hosts.ts';

/** What hosts and operators have done, newest first. Throws `forbidden`. */
export async function listHostLog(ctx: Context, actor: Actor, input: PageInput): Promise<Page<HostLogEntry>> {
  await requireHost(ctx, actor);
  const rows = await ctx.db.run(hostQueries.log, [idCursor(input.cursor), input.limit + 1]);
  const person = (id: number | null, name: string | null, display: string | null, picture: string | null) =>
    id === null || name === null
      ? null
      : (userSummary(ctx.settings, {
          id,
          user_name: name,
          display_name: display,
          picture_key: picture,
        }) satisfies UserSummary);
  return toPage(
    rows,
    input.limit,
    (row) => ({
      entryId: row.id,
      at: row.at,
      by: person(row.host_id, row.host_name, row.host_display_name, row.host_picture),
      action: row.action as HostLogEntry['action'],
      member: person(row.member_id, row.member_name, row.member_display_name, row.member_picture),
      details: row.details,
    }),
    (row) => [row.id],
  );
}
