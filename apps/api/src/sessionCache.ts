import { type Context, isToken, type ResolvedSession, resolveSession, resolveToken } from '@kith/domain';

const cacheMs = 5_000;
const maxEntries = 20_000;

/**
 * Caches look-ups of sessions and tokens for five seconds. When a session ends or its user changes, a live event drops the
 * entry at once.
 */
export class SessionCache {
  readonly #ctx: Context;
  /** The entries are keyed by the plain token: hashing it would cost more than the rest of the look-up. */
  readonly #entries = new Map<string, { session: ResolvedSession; until: number }>();
  readonly #tokens = new Map<string, string>();
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.close = ctx.live.subscribe((event) => {
      if (event.name !== 'session.ended' && event.name !== 'user.changed') return;
      const { userId } = event.payload;
      const sessionIds = event.name === 'session.ended' ? event.payload.sessionIds : 'all';
      if (sessionIds !== 'all') for (const id of sessionIds) this.evict(id);
      else
        for (const { session } of [...this.#entries.values()])
          if (session.userId === userId) this.evict(session.sessionId);
    });
  }

  /** The session of a session token or API token, or null. */
  async resolve(token: string): Promise<ResolvedSession | null> {
    const now = performance.now();
    const entry = this.#entries.get(token);
    if (entry && entry.until > now) return entry.session;
    const session = await (isToken(token) ? resolveToken : resolveSession)(this.#ctx, token);
    if (entry) this.evict(entry.session.sessionId);
    if (session) {
      const oldest = this.#entries.size >= maxEntries ? this.#entries.values().next().value : undefined;
      if (oldest) this.evict(oldest.session.sessionId);
      // `renewed` is true for the first caller only: a later response that set the cookie again could restore an older session.
      this.#entries.set(token, { session: { ...session, renewed: false }, until: now + cacheMs });
      this.#tokens.set(session.sessionId, token);
    }
    return session;
  }

  /** Drops a session that this process has just ended, without waiting for the live event about it. */
  evict(sessionId: string): void {
    const token = this.#tokens.get(sessionId);
    this.#tokens.delete(sessionId);
    if (token !== undefined) this.#entries.delete(token);
  }
}
