import { now, ProfileLink, profileLinkQueries } from '@kith/db';
import { queueRecordedJobs } from './afterCommit.ts';
import type { Context } from './context.ts';
import { linksBack } from './linksBack.ts';
import type { OutboundClient } from './ports.ts';

/** The maximum number of bytes that are read of a page. */
const maxPageBytes = 512 * 1024;

const maxRedirects = 3;

/**
 * Whether a page has a link with `rel="me"` to the profile; null if the page could not be read now. Each redirect is checked
 * like the address itself, so that it cannot lead into a private network.
 */
async function readLink(
  ctx: Context,
  outbound: OutboundClient,
  address: string,
  profile: string,
): Promise<boolean | null> {
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const headers = { accept: 'text/html', 'user-agent': `Kith (${ctx.settings.publicUrl})` };
    const answer = await outbound.request({ method: 'GET', url, headers, maxBytes: maxPageBytes });
    if ('failed' in answer) return answer.failed === 'inside' ? false : null;
    const { status, location, body } = answer;
    if (status >= 200 && status < 300) return linksBack(body, url, profile);
    if (status === 429 || status >= 500) return null;
    if (status < 300 || status >= 400 || location === null || !URL.canParse(location, url)) return false;
    url = new URL(location, url).href;
  }
  return false;
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
      await ctx.db.run(profileLinkQueries.checked, [userId, url, userName ?? '', found]);
    }),
  );
}

/** The maximum number of links whose checks one run records. */
const batch = 500;

/** Records jobs for the checks that are due: a week after the last one, or a day if the page could not be read. */
export async function checkOldProfileLinks(ctx: Context): Promise<void> {
  if ((await ctx.db.run(profileLinkQueries.checkOld, [batch])).length > 0) await queueRecordedJobs(ctx);
}
