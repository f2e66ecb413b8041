import { type Handle, serverQueries } from '@kith/db';
import type { Context } from './context.ts';

/** Returns the time that is `seconds` from now by the database's clock, as ISO 8601. If `seconds` is undefined, `otherwise`. */
export async function endTime<T>(
  ctx: Context,
  seconds: number | undefined,
  otherwise: T,
  db: Handle = ctx.db,
): Promise<string | T> {
  if (seconds === undefined) return otherwise;
  const [row] = await db.run(serverQueries.timeIn, [seconds]);
  return (row as { at: string }).at;
}
