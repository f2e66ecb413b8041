import {
  type Context,
  isToken,
  Refusal,
  type ResolvedSession,
  resolveSession,
  resolveToken,
  unknownTokens,
} from '@kith/domain';

const cacheMs = 5_000;
const maxEntries = 20_000;

/**
 * Caches look-ups of sessions and tokens for five seconds, also of unknown ones. When a session ends or its user changes, a live
 * event drops the entry at once.
 */
export class SessionCache {
  readonly #ctx: Context;
  /** The entries are keyed by the plain token: hashing it would cost more than the rest of the look-up. */
  readonly #entries = new Map<string, { session: ResolvedSession; until: number }>();
  readonly #tokens = new Map<string, string>();
  /** Unknown tokens, in the order in which they were looked up. */
  readonly #misses = new Map<string, number>();
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.close = ctx.live.subscribe((event) => {
      if (event.name !== 'session.ended' && event.name !== 'user.changed') return;
      // An account that is enabled again has its tokens back.
      this.#misses.clear();
      const { userId } = event.payload;
      const sessionIds = event.name === 'session.ended' ? event.payload.sessionIds : 'all';
      if (sessionIds !== 'all') for (const id of sessionIds) this.evict(id);
      else
        for (const { session } of [...this.#entries.values()])
          if (session.userId === userId) this.evict(session.sessionId);
    });
  }

  /**
   * The session of a session token or API token, or null. Throws `rate-limited` for an address that has sent many unknown ones,
   * before the database is asked.
   */
  async resolve(token: string, address: string): Promise<ResolvedSession | null> {
    const now = performance.now();
    const entry = this.#entries.get(token);
    if (entry && entry.until > now) return entry.session;
    if ((this.#misses.get(token) ?? 0) > now) return null;
    const key = `address:${address}`;
    const retryAfterSeconds = await this.#ctx.limiter.consume(unknownTokens, key, 0);
    if (retryAfterSeconds !== null) throw new Refusal('rate-limited', { retryAfterSeconds });
    const session = await (isToken(token) ? resolveToken : resolveSession)(this.#ctx, token);
    if (entry) this.evict(entry.session.sessionId);
    if (!session) {
      const oldest = this.#misses.size >= maxEntries ? this.#misses.keys().next().value : undefined;
      if (oldest !== undefined) this.#misses.delete(oldest);
      this.#misses.delete(token);
      this.#misses.set(token, now + cacheMs);
      await this.#ctx.limiter.consume(unknownTokens, key);
    }
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
