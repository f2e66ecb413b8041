import type { SessionListItem } from '@kith/contracts';
import { accountQueries, KnownDevice, PasswordReset, Session, sessionQueries, User } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context, KnownActor } from '../context.ts';
import { Refusal } from '../errors.ts';
import { hashToken } from '../secrets.ts';
import { removePasskeys } from './passkeys.ts';
import { sessionStore } from './sessionStore.ts';

/** The caller's valid session, or the valid access token that the caller uses instead of a session. */
export interface ResolvedSession extends KnownActor {
  /** When the session or token expires; the end of the year 9999 for a token that never expires. */
  expiresAt: Date;
  /** Whether the session was just renewed, so that the browser's cookie has to be renewed too. */
  renewed: boolean;
}

const lastSeenIntervalMs = 5 * 60_000;

/** Stores that a session was used, and that its user was here on that day. */
async function storeSeen({ db }: Context, id: string, userId: number, at: Date): Promise<void> {
  await db.em().nativeUpdate(Session, { id }, { lastSeenAt: at });
  const day = at.toISOString().slice(0, 10);
  const earlier = [{ lastSeenOn: null }, { lastSeenOn: { $ne: day } }];
  await db.em().nativeUpdate(User, { id: userId, $or: earlier }, { lastSeenOn: day });
}

/**
 * Returns the session of a session token; null if the session is not valid. Updates the time when the session was last used, at
 * most every five minutes.
 */
export async function resolveSession(ctx: Context, token: string): Promise<ResolvedSession | null> {
  if (token.length > 100) return null;
  const { session, user } = await sessionStore(ctx).validateSession(token);
  if (!session || user.disabled) return null;
  const sessionId = hashToken(token);
  const now = ctx.clock.now();
  if (session.firstToday || now.getTime() - Date.parse(session.lastSeenAt) > lastSeenIntervalMs)
    // Members can go on reading while the database takes no writes.
    await storeSeen(ctx, sessionId, session.userId, now).catch((err: unknown) =>
      ctx.log.warn({ err }, 'when a member was here could not be stored'),
    );
  return {
    userId: session.userId,
    sessionId,
    reauthenticatedAt: session.reauthenticatedAt,
    // If the server sends no confirmation mails, every address counts as confirmed.
    emailConfirmed: user.emailConfirmed || !ctx.settings.confirmEmail,
    expiresAt: new Date(now.getTime() + session.expiresAt.getTime() - Date.now()),
    renewed: session.fresh,
    token: null,
  };
}

/** Returns those of the given stored ids whose sessions or tokens are no longer valid. */
export async function endedSessions(ctx: Context, sessionIds: string[]): Promise<Set<string>> {
  const rows = await ctx.db.run(sessionQueries.ended, [sessionIds]);
  return new Set(rows.map((row) => row.id));
}

/** The caller's sessions, most recently used first. */
export async function listSessions(ctx: Context, actor: Actor): Promise<{ items: SessionListItem[] }> {
  const sessions = await ctx.db
    .em()
    .find(Session, { user: actor.userId, expiresAt: { $gt: ctx.clock.now() } }, { orderBy: { lastSeenAt: 'desc' } });
  return {
    items: sessions.map((session) => ({
      sessionId: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      current: session.id === actor.sessionId,
    })),
  };
}

/** Ends the caller's current session and closes its event streams. */
export async function logOut(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.em().nativeDelete(Session, { id: actor.sessionId });
  void announce(ctx, {
    name: 'session.ended',
    to: null,
    payload: { userId: actor.userId, sessionIds: [actor.sessionId] },
  });
}

/** Ends one of the caller's sessions by its stored id. Throws `not-found`, also for another member's session. */
export async function revokeSession(ctx: Context, actor: Actor, input: { sessionId: string }): Promise<void> {
  const ended = await ctx.db.em().nativeDelete(Session, { id: input.sessionId, user: actor.userId });
  if (ended === 0) throw new Refusal('not-found');
  void announce(ctx, {
    name: 'session.ended',
    to: null,
    payload: { userId: actor.userId, sessionIds: [input.sessionId] },
  });
}

/**
 * Ends every session of the caller, including this one, and deletes every access token, webhook, known browser, passkey and link
 * for a new password of the caller. The password and the authenticator app stay, and the passkeys of a moderator who has no such
 * app, unless one of them authenticated this session.
 */
export async function signOutEverywhere(ctx: Context, { userId, sessionId }: Actor): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.run(accountQueries.lock, [userId]);
    await removePasskeys(tx, { userId, sessionId });
    await tx.em().nativeDelete(KnownDevice, { user: userId });
    await tx.em().nativeDelete(PasswordReset, { user: userId });
    await tx.run(sessionQueries.end, [userId, null, true]);
  });
  void announce(ctx, { name: 'session.ended', to: null, payload: { userId, sessionIds: 'all' } });
}
