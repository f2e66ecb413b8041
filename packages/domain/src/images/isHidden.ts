import { imageQueries } from '@kith/db';
import type { Context } from '../context.ts';

/** Whether an image, by its key, belongs to a member who is deleted or shut out. */
export async function isImageHidden(ctx: Context, key: string): Promise<boolean> {
  return (await ctx.db.run(imageQueries.hidden, [key])).length > 0;
}
