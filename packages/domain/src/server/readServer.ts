import type { ServerView } from '@kith/contracts';
import { accountQueries, moderationQueries, User } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { userSummary } from '../users/userView.ts';
import { readServerSettings } from './serverSettings.ts';

/** The maximum number of hosts that members see. */
const maxHosts = 12;

/** From 10 on rounded down to tens, so that a stranger does not see each member come and go. */
const rounded = (members: number): number => (members < 10 ? members : members - (members % 10));

/** The server as its visitors see it: its hosts only for members who may see them, its version only for hosts, never for an access token. */
export async function readServer(
  ctx: Context,
  viewer: Pick<Actor, 'userId' | 'sessionId' | 'token'> | null,
): Promise<ServerView> {
  const { name, description, rules, pictureUrl, signUp, showMembers, ...settings } = await readServerSettings(ctx);
  const { maxVideoSeconds, maxVideoBytes } = settings;
  const members = showMembers ? await ctx.db.em().count(User, { deletedAt: null, disabledAt: null }) : null;
  const view = {
    ...{ name, description, rules, pictureUrl, signUp, maxVideoSeconds, maxVideoBytes },
    members: members && rounded(members),
  };
  if (!viewer) return view;
  const hosts = await ctx.db.run(moderationQueries.people, [viewer.userId, true, maxHosts]);
  const { userId, sessionId } = viewer;
  const [role] = viewer.token ? [] : await ctx.db.run(accountQueries.role, [userId, sessionId]);
  return {
    ...view,
    hosts: hosts.map((row) => userSummary(ctx.settings, row)),
    ...(role?.host && { version: ctx.maintenance.version }),
  };
}
