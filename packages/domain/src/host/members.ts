import { foldName, type HostMember, type HostMembersInput, type Page } from '@kith/contracts';
import { type HostMemberRow, hostQueries } from '@kith/db';
import type { Actor, Context, DomainSettings } from '../context.ts';
import { idCursor, toPage } from '../cursor.ts';
import { userSummary } from '../users/userView.ts';
import { requireHost } from './hosts.ts';

const hostMember = (settings: DomainSettings, row: HostMemberRow): HostMember => ({
  ...userSummary(settings, row),
  email: row.email,
  emailConfirmed: row.email_confirmed,
  authProvider: row.auth_provider,
  joinedAt: row.created_at,
  lastSeen: row.last_seen_on,
  storageBytes: row.storage,
  invitedBy:
    row.inviter_id === null
      ? null
      : userSummary(settings, {
          id: row.inviter_id,
          user_name: row.inviter_name ?? '',
          display_name: row.inviter_display_name,
          picture_key: row.inviter_picture,
        }),
  moderator: row.moderator,
  host: row.host,
  disabledAt: row.disabled_at,
});

interface Selection {
  /** Only members with ids below this one. */
  before: number;
  rows: number;
  query: string;
  filter: HostMembersInput['filter'];
}

/** The next members whose names or address begin with the query, newest first. */
export async function readMembers(ctx: Context, { before, rows, query, filter }: Selection): Promise<HostMember[]> {
  const found = await ctx.db.run(hostQueries.members, [before, rows, query, foldName(query), filter]);
  return found.map((row) => hostMember(ctx.settings, row));
}

/** The members for a host. Throws `forbidden`. */
export async function listMembers(ctx: Context, actor: Actor, input: HostMembersInput): Promise<Page<HostMember>> {
  await requireHost(ctx, actor);
  const { query, filter, limit, cursor } = input;
  const members = await readMembers(ctx, { before: idCursor(cursor), rows: limit + 1, query, filter });
  return toPage(
    members,
    limit,
    (member) => member,
    ({ userId }) => [userId],
  );
}
