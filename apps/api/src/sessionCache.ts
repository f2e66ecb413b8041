import { type Context, hashToken, type ResolvedSession, resolveSession } from '@kith/domain';

const keepMs = 5_000;
const most = 20_000;

/** Sessions as looked up within the last five seconds; one that ended is dropped by its live event at once. */
export class SessionCache {
  readonly #ctx: Context;
  readonly #entries = new Map<string, { session: ResolvedSession; until: number }>();
  readonly close: () => void;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.close = ctx.live.subscribe((event) => {
      if (event.name !== 'session.ended') return;
      const { userId, sessionIds } = event.payload;
      if (sessionIds !== 'all') for (const id of sessionIds) this.#entries.delete(id);
      else for (const [id, { session }] of this.#entries) if (session.userId === userId) this.#entries.delete(id);
    });
  }

  /** Whose session a token is, or null. */
  async resolve(token: string): Promise<ResolvedSession | null> {
    const id = hashToken(token);
    const now = Date.now();
    const entry = this.#entries.get(id);
    if (entry && entry.until > now) return entry.session;
    const session = await resolveSession(this.#ctx, token);
    this.#entries.delete(id);
    if (session) {
      if (this.#entries.size >= most) this.#entries.delete(this.#entries.keys().next().value as string);
      this.#entries.set(id, { session, until: now + keepMs });
    }
    return session;
  }

  /** Forgets a session this process just ended, before the event comes round. */
  forget(sessionId: string): void {
    this.#entries.delete(sessionId);
  }
}
