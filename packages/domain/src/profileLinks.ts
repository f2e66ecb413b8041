import { accountQueries, now, ProfileLink, type Transaction } from '@kith/db';
import type { Context } from './context.ts';
import { getFollowing } from './getFollowing.ts';
import { linksBack } from './linksBack.ts';
import { queueRecordedJobs, recordJob, recordJobs } from './pendingJobs.ts';
import type { OutboundClient } from './ports.ts';

/**
 * Replaces the profile links of a member whose account the transaction has locked. Unchanged addresses keep their verification; a job
 * checks new and unverified ones.
 */
export async function setProfileLinks(tx: Transaction, userId: number, urls: readonly string[]): Promise<void> {
  const em = tx.em();
  const links = await em.find(ProfileLink, { user: userId });
  for (const link of links) if (!urls.includes(link.url)) em.remove(link);
  for (const [at, url] of urls.entries()) {
    const known = links.find((link) => link.url === url);
    const link = known ?? em.create(ProfileLink, { user: userId, url, position: at + 1 });
    link.position = at + 1;
    if (!link.verifiedAt) link.checkAt = now() as unknown as Date;
  }
  await em.flush();
  if (urls.length > 0) await recordJob(tx, { name: 'profileLinks.check', payload: { userId } });
}

/** The maximum number of bytes that are read of a page. */
const maxBytes = 512 * 1024;

/** Time-out for a page with its redirects, in milliseconds. */
const timeoutMs = 10_000;

/** Whether a page has a link with `rel="me"` to the profile; null if the page could not be read now. */
async function readLink(
  ctx: Context,
  outbound: OutboundClient,
  address: string,
  profile: string,
): Promise<boolean | null> {
  const { url, answer } = await getFollowing(ctx, outbound, address, { accept: 'text/html', maxBytes, timeoutMs });
  if ('failed' in answer) return answer.failed === 'inside' ? false : null;
  const { status, body } = answer;
  if (status >= 200 && status < 300) return linksBack(body.toString(), url, profile);
  return status === 429 || status >= 500 ? null : false;
}

const daySeconds = 86_400;

/**
 * Stores a check of a link for the profile of this name, unless the member has another one now. If the page could not be read (null), an
 * earlier verification is valid for a month, and the check is repeated the next day.
 */
async function storeCheck(
  tx: Transaction,
  link: { user: number; url: string },
  userName: string,
  found: boolean | null,
): Promise<void> {
  const [owner] = await tx.run(accountQueries.lock, [link.user]);
  if (owner?.user_name?.toLowerCase() !== userName.toLowerCase()) return;
  const em = tx.em();
  const checkAt = now((found === null ? 1 : 7) * daySeconds);
  await em.nativeUpdate(ProfileLink, link, { checkAt, ...(found !== null && { verifiedAt: found ? now() : null }) });
  const outdated = { ...link, verifiedAt: { $lte: now(-30 * daySeconds) } };
  await em.nativeUpdate(ProfileLink, outdated, { verifiedAt: null });
}

/** Checks those links of a member that are due, i.e. whether their pages link back to the profile. Idempotent. */
export async function checkProfileLinks(
  ctx: Context,
  outbound: OutboundClient,
  { userId }: { userId: number },
): Promise<void> {
  const due = { user: { id: userId, deletedAt: null, disabledAt: null }, checkAt: { $lte: now() } };
  const links = await ctx.db.em().find(ProfileLink, due, { populate: ['user'], orderBy: { position: 'asc' } });
  await Promise.all(
    links.map(async ({ url, user: { userName } }) => {
      const found = await readLink(ctx, outbound, url, `${ctx.settings.publicUrl}/user/${userName}`);
      await ctx.db.transaction((tx) => storeCheck(tx, { user: userId, url }, userName ?? '', found));
    }),
  );
}

/** The maximum number of links whose checks one run records. */
const batch = 500;

/**
 * Records jobs for the checks that are longest overdue, also for those whose job was lost. A check is due a week after the last one, or a
 * day if the page could not be read.
 */
export async function checkOldProfileLinks(ctx: Context): Promise<void> {
  const late = { orderBy: { checkAt: 'asc' }, limit: batch } as const;
  const links = await ctx.db.em().find(ProfileLink, { checkAt: { $lt: now(-600) } }, late);
  const users = [...new Set(links.map(({ user }) => user.id))];
  await recordJobs(
    ctx.db,
    'profileLinks.check',
    users.map((userId) => ({ userId })),
  );
  await queueRecordedJobs(ctx);
}
