import { accountQueries } from '@kith/db';
import type { Context } from '../context.ts';

/** Whether a username is free now; only the insert decides. */
export async function userNameAvailable(ctx: Context, input: { userName: string }): Promise<{ available: boolean }> {
  const rows = await ctx.db.run(accountQueries.userNameTaken, [input.userName]);
  return { available: rows.length === 0 };
}
