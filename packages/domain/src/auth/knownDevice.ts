import type { OwnUser } from '@kith/contracts';
import { KnownDevice, now, sessionQueries, signInNoticeQueries } from '@kith/db';
import { announceNotification } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { queueRecordedJobs, recordJob } from '../pendingJobs.ts';
import { hashToken, newToken } from '../secrets.ts';

export interface LoggedIn {
  token: string;
  expiresAt: Date;
  user: OwnUser;
  /** The token by which the account recognises this browser at its next log-in. */
  knownDevice: { token: string; expiresAt: Date };
}

/** How many days an account recognises a browser after the last log-in from that browser. */
const knownDays = 365;

/** The maximum number of known browsers of an account; the least recently used is removed. */
const maxKnownDevices = 20;

export interface StartedSession {
  userId: number;
  /** The token of the session that was started. */
  token: string;
  /** The browser's user agent. */
  device: string;
}

/**
 * Records that the account knows the browser that just logged in, by a token in a cookie that serves no other purpose. If the
 * account did not know the browser, the member is notified, except about the first browser of a new account. `before` is the
 * browser's current token: it stays if this account knows it, and is otherwise replaced, because somebody else may have planted
 * it.
 */
export async function rememberDevice(
  ctx: Context,
  { userId, token: session, device }: StartedSession,
  before: string | null,
): Promise<{ token: string; expiresAt: Date }> {
  const beforeHash = before === null ? null : hashToken(before);
  const valid = { user: userId, tokenHash: beforeHash ?? '', expiresAt: { $gt: now() } };
  const known = before !== null && (await ctx.db.em().count(KnownDevice, valid)) > 0;
  const token = known ? before : newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + knownDays * 86_400_000);
  const noticed = await ctx.db.transaction(async (tx) => {
    const about = [userId, hashToken(session), hashToken(token), device.slice(0, 300)] as const;
    const [notice] = known ? [] : await tx.run(signInNoticeQueries.add, [...about]);
    if (notice) await recordJob(tx, { name: 'auth.sendSignInNotice', payload: { noticeId: notice.id } });
    const remembered = [userId, hashToken(token), beforeHash, expiresAt.toISOString(), maxKnownDevices] as const;
    await tx.run(sessionQueries.remember, [...remembered]);
    return notice !== undefined;
  });
  if (noticed) {
    await queueRecordedJobs(ctx);
    void announceNotification(ctx, userId);
  }
  return { token, expiresAt };
}
