import { expiredQueries } from '@kith/db';
import type { Context } from './context.ts';
import { removeOldExports } from './exports/userExport.ts';
import { sweepImports } from './imports/runImport.ts';

/** Rows deleted by one statement. */
const batch = 1_000;

/**
 * Deletes expired sessions, mailed codes, pending sign-ins, known browsers, mutes, invitations, exports, push records and
 * notifications. Works in batches, so it can be interrupted and run again.
 */
export async function removeExpired(ctx: Context): Promise<void> {
  let removed = 1;
  while (removed > 0) {
    removed = 0;
    for (const query of expiredQueries) removed += (await ctx.db.run(query, [batch]))[0]?.rows ?? 0;
  }
  await removeOldExports(ctx);
  await sweepImports(ctx);
}
