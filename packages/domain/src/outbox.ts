import { type Database, Outbox } from '@kith/db';
import type { Context } from './context.ts';
import type { Job } from './jobs.ts';

type EntityManager = ReturnType<Database['em']>;

/** Records a job in the transaction of `em`; hand it over with `relayOutbox` after the commit. */
export function addToOutbox(em: EntityManager, job: Job): void {
  em.persist(em.create(Outbox, { name: job.name, payload: job.payload as Record<string, unknown> }));
}

const batch = 100;

/** Hands recorded jobs to the queue, oldest first; a crash in between hands them over again, which the queue's ids make harmless. */
export async function relayOutbox(ctx: Context): Promise<number> {
  const handedOver = await ctx.db.em().transactional(async (em) => {
    const rows: { id: number; name: string; payload: unknown }[] = await em.execute(
      `select id, name, payload from outbox where due_at <= now() order by due_at, id limit ${batch} for update skip locked`,
    );
    if (rows.length === 0) return 0;
    await ctx.queue.add(rows.map((row) => ({ name: row.name, payload: row.payload, id: `outbox-${row.id}` }) as Job));
    await em.execute('delete from outbox where id = any(?::bigint[])', [`{${rows.map((row) => row.id).join(',')}}`]);
    return rows.length;
  });
  return handedOver === batch ? handedOver + (await relayOutbox(ctx)) : handedOver;
}

/** Hands over what was just committed; if that fails the scheduled relay does it. */
export async function flushOutbox(ctx: Context): Promise<void> {
  await relayOutbox(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'outbox left for the scheduled relay'));
}
