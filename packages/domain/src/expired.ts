import { expiredQueries } from '@kith/db';
import type { Context } from './context.ts';
import { removeOldExports } from './exports/userExport.ts';

/** Rows removed by one statement. */
const most = 1_000;

/**
 * Removes sessions, mailed codes, pending sign-ins, known browsers, mutes, invitations, users' exports, notes of pushes and notifications past
 * their time. Goes in steps, so it may be interrupted and run again.
 */
export async function removeExpired(ctx: Context): Promise<void> {
  let removed = 1;
  while (removed > 0) {
    removed = 0;
    for (const query of expiredQueries) removed += (await ctx.db.run(query, [most]))[0]?.rows ?? 0;
  }
  await removeOldExports(ctx);
}
