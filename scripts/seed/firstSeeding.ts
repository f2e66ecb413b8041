import type { Context } from '@kith/domain';
import type { Cast } from './people.ts';

/** When the last of the cast joined: the hours of the stories count back from there, however often they are seeded. */
export async function firstSeeding(ctx: Context, cast: Cast): Promise<Date> {
  const ids = [...cast.values()].map(({ userId }) => userId);
  const { rows } = await ctx.db.pool.query<{ at: string }>(
    'select max(created_at) as at from users where id = any($1)',
    [ids],
  );
  return new Date(rows[0]?.at ?? Date.now());
}
