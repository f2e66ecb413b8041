import { sessionQueries } from '@kith/db';
import type { Context } from '../context.ts';

/** Which of these sessions (stored ids) still hold. */
export async function stillValidSessions(ctx: Context, sessionIds: string[]): Promise<Set<string>> {
  const rows = await ctx.db.run(sessionQueries.stillValid, [sessionIds]);
  return new Set(rows.map((row) => row.id));
}
