import {
  type Context,
  isAccessToken,
  Refusal,
  type ResolvedSession,
  resolveAccessToken,
  resolveSession,
  unknownTokens,
} from '@kith/domain';
import { LRUCache } from 'lru-cache';

const cacheLimits = { max: 20_000, ttl: 5_000 };

/**
 * Caches look-ups of sessions and tokens for five seconds, also of unknown ones. When a session ends or its user changes, a live
 * event drops the entry at once.
 */
export class SessionCache {
  readonly #ctx: Context;
  /** The entries are keyed by the plain token: hashing it would cost more than the rest of the look-up. */
  readonly #sessions = new LRUCache<string, ResolvedSession>({
    ...cacheLimits,
    dispose: ({ sessionId }) => this.#tokens.delete(sessionId),
  });
  /** The tokens of the cached sessions, by the session's id. */
  readonly #tokens = new Map<string, string>();
  readonly #unknown = new LRUCache<string, true>(cacheLimits);
  /** Counts what has dropped entries, so that a look-up from before it, which may have read an outdated session, is not cached. */
  #drops = 0;
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.close = ctx.live.subscribe((event) => {
      if (event.name !== 'session.ended' && event.name !== 'user.changed') return;
      this.#drops += 1;
      // When an account is enabled again, its tokens are valid again, although they may be cached as unknown.
      this.#unknown.clear();
      const { userId } = event.payload;
      const sessionIds = event.name === 'session.ended' ? event.payload.sessionIds : 'all';
      if (sessionIds !== 'all') for (const id of sessionIds) this.evict(id);
      else
        for (const session of [...this.#sessions.values()])
          if (session.userId === userId) this.evict(session.sessionId);
    });
  }

  /**
   * The session of a session token or access token, or null. For an address that has sent many unknown tokens, throws
   * `rate-limited` without querying the database.
   */
  async resolve(token: string, address: string): Promise<ResolvedSession | null> {
    const known = this.#sessions.get(token);
    if (known) return known;
    if (this.#unknown.has(token)) return null;
    const key = `address:${address}`;
    const retryAfterSeconds = await this.#ctx.limiter.consume(unknownTokens, key, 0);
    if (retryAfterSeconds !== null) throw new Refusal('rate-limited', { retryAfterSeconds });
    const drops = this.#drops;
    const session = await (isAccessToken(token) ? resolveAccessToken : resolveSession)(this.#ctx, token);
    const outdated = drops !== this.#drops;
    if (!session) {
      if (!outdated) this.#unknown.set(token, true);
      await this.#ctx.limiter.consume(unknownTokens, key);
    }
    if (session && !outdated) {
      // `renewed` is true for the first caller only: a later response that set the cookie again could restore an older session.
      this.#sessions.set(token, { ...session, renewed: false });
      this.#tokens.set(session.sessionId, token);
    }
    return session;
  }

  /** Drops a session that this process has just ended, without waiting for the live event about it. */
  evict(sessionId: string): void {
    this.#drops += 1;
    const token = this.#tokens.get(sessionId);
    if (token !== undefined) this.#sessions.delete(token);
  }
}
