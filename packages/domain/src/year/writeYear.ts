import { type Export, exportQueries } from '@kith/db';
import type { Context } from '../context.ts';
import { startOfDay } from '../timeZone.ts';

/** The posts chosen for each month of a year from January, by their ids, in order of time. */
export type ChosenPosts = { pictures: number[]; texts: number[] }[];

/** The file of a page of a year. It names posts, which each view of the page reads as they are then. */
export const yearFile = (key: string): string => `exports/${key}/year.json`;

/** Chooses the posts for a member's page of a year, and stores the choice. Returns its size in bytes. */
export async function writeYear(ctx: Context, { user, key, year }: Export, timeZone = 'UTC'): Promise<number> {
  const starts = Array.from({ length: 13 }, (_, month) =>
    startOfDay(timeZone, { year, month: month + 1, day: 1 }).toISOString(),
  );
  const rows = await ctx.db.run(exportQueries.year, [user.id, starts.slice(0, 12), starts.slice(1)]);
  const months: ChosenPosts = starts.slice(1).map(() => ({ pictures: [], texts: [] }));
  for (const { month, post_id: postId, pictured } of rows)
    months[month - 1]?.[pictured ? 'pictures' : 'texts'].push(postId);
  const content = Buffer.from(JSON.stringify(months));
  await ctx.storage.put(yearFile(key), content, 'application/json');
  return content.length;
}
