import type { Context } from '../context.ts';

/** Whether a username is free now; only the insert decides. */
export async function userNameAvailable(ctx: Context, input: { userName: string }): Promise<{ available: boolean }> {
  const rows = await ctx.db.em().execute('select 1 from users where lower(user_name) = lower(?)', [input.userName]);
  return { available: rows.length === 0 };
}
