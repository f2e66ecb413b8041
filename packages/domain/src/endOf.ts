import { type Handle, serverQueries } from '@kith/db';
import type { Context } from './context.ts';

/** Returns the time in `seconds` by the database's clock, as ISO 8601, or `otherwise` without a number of seconds. */
export async function endOf<T>(
  ctx: Context,
  seconds: number | undefined,
  otherwise: T,
  db: Handle = ctx.db,
): Promise<string | T> {
  if (seconds === undefined) return otherwise;
  const [row] = await db.run(serverQueries.timeIn, [seconds]);
  return (row as { at: string }).at;
}
