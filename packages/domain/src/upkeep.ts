import { counterQueries, KnownDevice, PasswordReset, PendingSignIn, Session } from '@kith/db';
import type { Context } from './context.ts';
import { removeOldExports } from './exports/userExport.ts';

/** Removes sessions, reset codes, pending sign-ins, known browsers and users' exports past their time. */
export async function removeExpired(ctx: Context): Promise<void> {
  const em = ctx.db.em();
  const past = { expiresAt: { $lte: ctx.clock.now() } };
  await em.nativeDelete(Session, past);
  await em.nativeDelete(PasswordReset, past);
  await em.nativeDelete(PendingSignIn, past);
  await em.nativeDelete(KnownDevice, past);
  await removeOldExports(ctx);
}

/** Rows looked at by one statement. */
const batch = 2_000;

type Counters = (typeof counterQueries.tables)[number];

/** Sets one row's counters right, if they are wrong still once it is locked; says how many rows it was. */
const mendRow = (ctx: Context, { locked, mended }: Counters, id: number[]): Promise<number> =>
  ctx.db.transaction(async (em) => {
    await ctx.db.run(locked, id, em);
    return (await ctx.db.run(mended, id, em)).length;
  });

/** Recounts stored counters batch by batch, mends those that drifted and reports how many; 0 is what to expect. */
export async function recountCounters(ctx: Context): Promise<{ mended: number }> {
  const [lastOf] = await ctx.db.run(counterQueries.lastOf, []);
  let mended = 0;
  for (const counters of counterQueries.tables) {
    const { table, key } = counters;
    for (let from = 0; from < (lastOf?.[table] ?? 0); from += batch) {
      const suspects = await ctx.db.run(counters.drifted, [from, from + batch]);
      let drifted = 0;
      for (const row of suspects) {
        drifted += await mendRow(
          ctx,
          counters,
          key.map((column) => row[column] as number),
        );
      }
      if (drifted === 0) continue;
      if (table === 'notifications') await ctx.db.run(counterQueries.notificationsOfNobody, [from, from + batch]);
      ctx.log.warn({ table, from, rows: drifted }, 'counters had drifted and were mended');
      mended += drifted;
    }
  }
  return { mended };
}
