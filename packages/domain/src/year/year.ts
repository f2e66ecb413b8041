import type { PostView, YearView } from '@kith/contracts';
import { type Actor, type Context, hasScope } from '../context.ts';
import { currentExport, recordExport } from '../exports/userExport.ts';
import { postsById } from '../posts/readPosts.ts';
import { type ChosenPosts, yearFile } from './writeYear.ts';

interface Requested {
  year: number;
  /** The IANA name of the zone in which months begin; UTC if it is not given. */
  timeZone?: string | undefined;
}

/** Records a job that creates the caller's page of a year, or recreates it. What is on it is only for who may read. */
export async function requestYear(ctx: Context, actor: Actor, { year, timeZone }: Requested): Promise<YearView> {
  await recordExport(ctx, actor, year, timeZone);
  const page = await readYear(ctx, actor, { year });
  return hasScope(actor, 'read') ? page : { ...page, months: [] };
}

const nothing: YearView = { status: 'none', expiresAt: null, months: [] };

/** The caller's page of a year, with those of the chosen posts that still exist. Months without posts are left out. */
export async function readYear(ctx: Context, actor: Actor, { year }: { year: number }): Promise<YearView> {
  const current = await currentExport(ctx, actor, year);
  if (!current) return nothing;
  if (current.status === 'waiting') return { ...nothing, status: 'waiting' };
  const file = await ctx.storage.read(yearFile(current.key));
  if (!file) return nothing;
  const chosen = JSON.parse(String(file)) as ChosenPosts;
  const ids = chosen.flatMap(({ pictures, texts }) => [...pictures, ...texts]);
  const posts = new Map((await postsById(ctx, actor, ids)).map((post) => [post.postId, post]));
  const found = (postIds: number[]) => postIds.flatMap((id) => posts.get(id) ?? []);
  const textOf = ({ postId, caption, createdAt }: PostView) => ({ postId, caption, createdAt });
  const months = chosen.map(({ pictures, texts }, index) => ({
    month: index + 1,
    pictures: found(pictures).flatMap((post) => {
      const picture = post.images.find(({ status }) => status === 'ready');
      return picture ? [{ ...textOf(post), picture }] : [];
    }),
    texts: found(texts).map(textOf),
  }));
  const filled = months.filter(({ pictures, texts }) => pictures.length + texts.length > 0);
  return { status: 'ready', expiresAt: current.expiresAt.toISOString(), months: filled };
}
