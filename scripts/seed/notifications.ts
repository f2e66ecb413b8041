import type { Context } from '@kith/domain';
import { firstSeeding } from './firstSeeding.ts';
import type { Cast } from './people.ts';

/**
 * Dates the notifications that seeding caused as if they had come over time: those about a post one to five hours after it,
 * new followers two days ago. Older ones are marked read.
 */
export async function backdateNotifications(ctx: Context, cast: Cast): Promise<void> {
  const since = await firstSeeding(ctx, cast);
  const members = [...cast.values()].map(({ userId }) => userId);
  await ctx.db.pool.query(
    `update notifications n
     set updated_at = dated.at, read_at = case when dated.at < $2::timestamptz - interval '10 hours' then dated.at end
     from (
       select n.id, least($2::timestamptz, coalesce(p.created_at + (1 + n.id % 5) * interval '1 hour', $2::timestamptz - interval '50 hours')) as at
       from notifications n left join posts p on p.id = n.post_id
       where n.recipient_id = any($1) and n.updated_at between $2::timestamptz and $2::timestamptz + interval '15 minutes'
     ) dated
     where dated.id = n.id`,
    [members, since],
  );
}
