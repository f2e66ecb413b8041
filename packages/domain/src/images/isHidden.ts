import type { Context } from '../context.ts';

/** Whether an image, by its key, belongs to a member who is deleted or shut out. */
export async function isImageHidden(ctx: Context, key: string): Promise<boolean> {
  const { rows } = await ctx.db.pool.query({
    name: 'images/hidden',
    text: `select 1 from images i join users u on u.id = i.owner_id
      where i.key = $1 and (u.deleted_at is not null or u.disabled_at is not null)`,
    values: [key],
  });
  return rows.length > 0;
}
