import { expiredQueries } from '@kith/db';
import type { Context } from './context.ts';
import { removeOldExports } from './exports/userExport.ts';
import { sweepImports } from './imports/runImport.ts';
import { removeOldLinkPreviews } from './linkPreviews/readLinkPreview.ts';
import { sweepUploads } from './uploads/uploads.ts';

/** The maximum number of rows of each table that one statement deletes. */
const batch = 1_000;

/**
 * Deletes what has expired, such as sessions, access tokens, mailed codes, pending sign-ins, known browsers, invitations, mutes,
 * exports, old notifications, previews of links and unused uploads. Works in batches, so it can be interrupted and run again.
 */
export async function removeExpired(ctx: Context): Promise<void> {
  let removed = 1;
  while (removed > 0) {
    removed = 0;
    for (const query of expiredQueries) removed += (await ctx.db.run(query, [batch]))[0]?.rows ?? 0;
  }
  await removeOldExports(ctx);
  await sweepImports(ctx);
  await removeOldLinkPreviews(ctx);
  await sweepUploads(ctx);
}
