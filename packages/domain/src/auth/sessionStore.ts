import { now, Session, sessionQueries } from '@kith/db';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { announce } from '../afterCommit.ts';
import type { Context } from '../context.ts';
import { hashToken, newToken } from '../secrets.ts';

interface SessionAttributes {
  lastSeenAt: string;
  /** Whether the member has not been here yet today. */
  firstToday: boolean;
  reauthenticatedAt: string | null;
}

interface UserAttributes {
  disabled: boolean;
  emailConfirmed: boolean;
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    UserId: number;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

type Store = Lucia<SessionAttributes, UserAttributes>;

/**
 * The adapter of the library Lucia to Kith's tables, which store only hashes of session tokens. Lucia uses this machine's clock
 * and the tables use the database's, so the adapter converts an expiry to the remaining lifetime.
 */
function adapter({ db }: Pick<Context, 'db'>): Adapter {
  const remove = async (where: object) => void (await db.em().nativeDelete(Session, where));
  return {
    getSessionAndUser: async (token) => {
      const [row] = await db.run(sessionQueries.find, [hashToken(token)]);
      if (!row || row.deleted_at !== null) return [null, null];
      return [
        {
          id: token,
          userId: row.user_id,
          expiresAt: new Date(Date.now() + row.seconds_left * 1_000),
          attributes: {
            lastSeenAt: row.last_seen_at,
            firstToday: row.first_today,
            reauthenticatedAt: row.reauthenticated_at,
          },
        },
        { id: row.user_id, attributes: { disabled: row.disabled_at !== null, emailConfirmed: row.email_confirmed } },
      ];
    },
    getUserSessions: async () => [],
    // Lucia's own createSession only gets a user id, but the insert must check that the verified password is still the current
    // one.
    setSession: () => Promise.reject(new Error('sessions are started by startSession')),
    updateSessionExpiration: async (token, expiresAt) => {
      const remaining = (expiresAt.getTime() - Date.now()) / 1_000;
      await db.em().nativeUpdate(Session, { id: hashToken(token) }, { expiresAt: now(remaining) });
    },
    deleteSession: (token) => remove({ id: hashToken(token) }),
    deleteUserSessions: (userId) => remove({ user: userId }),
    // This does nothing, because `removeExpired` deletes expired sessions.
    deleteExpiredSessions: async () => {},
  };
}

/** Sessions last 30 days and are renewed when half of that has passed. */
export const sessionDays = 30;

const stores = new WeakMap<Context['db'], Store>();

/** Lucia's store of the sessions in this database; each database has one. */
export function sessionStore(ctx: Pick<Context, 'db'>): Store {
  let store = stores.get(ctx.db);
  if (!store) {
    store = new Lucia(adapter(ctx), {
      sessionExpiresIn: new TimeSpan(sessionDays, 'd'),
      getSessionAttributes: (attributes) => attributes,
      getUserAttributes: (attributes) => attributes,
    });
    stores.set(ctx.db, store);
  }
  return store;
}

/** The maximum number of sessions of a user: one more ends the least recently used, so that all fit in one list. */
const maxSessions = 100;

export interface NewSession {
  userId: number;
  /** The password hash that was verified; null for an account without a password. */
  passwordHash: string | null;
  /** When the user last authenticated; null if unknown. */
  authenticatedAt: Date | null;
  device: string;
  /** Whether a second factor was verified too; otherwise no session starts for an account that has one. */
  secondFactor?: boolean;
  /** The id of the passkey that was verified, which counts as a second factor by itself. */
  passkeyId?: number;
}

/**
 * Starts a session and returns its token, of which only a hash is stored. Returns null, without a session, if the account's
 * password has changed since it was verified, the passkey was removed, the account is disabled or deleted, or a second factor is
 * missing.
 */
export async function startSession(
  ctx: Context,
  { userId, passwordHash, authenticatedAt, device, secondFactor = false, passkeyId }: NewSession,
): Promise<{ token: string; expiresAt: Date } | null> {
  const token = newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + sessionDays * 86_400_000);
  const [started] = await ctx.db.run(sessionQueries.start, [
    hashToken(token),
    userId,
    passwordHash,
    device.slice(0, 300),
    expiresAt.toISOString(),
    authenticatedAt === null ? null : authenticatedAt.toISOString(),
    maxSessions,
    secondFactor || passkeyId !== undefined,
    passkeyId ?? null,
  ]);
  if (!started) return null;
  if (started.ended.length > 0) {
    void announce(ctx, { name: 'session.ended', to: null, payload: { userId, sessionIds: started.ended } });
  }
  return { token, expiresAt };
}
