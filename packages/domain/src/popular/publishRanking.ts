import { announce } from '../announce.ts';
import type { Context } from '../context.ts';

/** Posts one ranking holds. */
const most = 500;

/** Snapshots kept, so that somebody half-way down an older one can go on. */
const kept = 10;

/** Publishes a run's scores as one snapshot that readers see whole or not at all. Running it again changes nothing. */
export async function publishRanking(ctx: Context, input: { runAt: string }): Promise<void> {
  const snapshotId = await ctx.db.transaction(async (em) => {
    const [snapshot]: { id: string }[] = await em.execute(
      'insert into popular_snapshots (run_at) values (?) on conflict (run_at) do nothing returning id',
      [input.runAt],
    );
    if (!snapshot) return null;
    await em.execute(
      `insert into popular_entries (snapshot_id, rank, post_id, score)
       select ?, row_number() over (order by score desc, post_id desc), post_id, score
       from popular_scores where run_at = ? order by score desc, post_id desc limit ${most}`,
      [snapshot.id, input.runAt],
    );
    await em.execute('delete from popular_scores where run_at <= ?', [input.runAt]);
    await em.execute(
      `delete from popular_snapshots where id not in (select id from popular_snapshots order by id desc limit ${kept})`,
    );
    return Number(snapshot.id);
  });
  if (snapshotId !== null) announce(ctx, { name: 'popular.published', to: null, payload: { snapshotId } });
}
