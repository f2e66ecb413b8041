import { User } from '@kith/db';
import type { Context } from '@kith/domain';
import type { Cast } from './people.ts';

/** Returns when the last demo member joined. Seeded dates are relative to this time, so that seeding again changes no dates. */
export async function firstSeeding(ctx: Context, cast: Cast): Promise<Date> {
  const ids = [...cast.values()].map(({ userId }) => userId);
  const last = { orderBy: { createdAt: 'desc' }, limit: 1 } as const;
  const [user] = await ctx.db.em().find(User, { id: { $in: ids } }, last);
  return user?.createdAt ?? new Date();
}
