import type { LiveItem, Watching } from '@kith/contracts';
import type { Context, ResolvedSession } from '@kith/domain';

/** What one request brings: who calls, from where. Few fields, since tRPC copies them for every call. */
export interface RequestContext {
  domain: Context;
  session: ResolvedSession | null;
  browser: Browser;
}

/** The caller's side of the request, and how to set what goes back. */
export interface Browser {
  /** The caller's address as limits count it: IPv4, or the /64 of an IPv6. */
  readonly address: string;
  /** The browser's own description. */
  readonly device: string;
  /** What the browser holds of a federated sign-in that waits for its username. */
  readonly pendingToken: string | null;
  /** What the browser holds of earlier log-ins with a password, by which their accounts know it. */
  readonly knownDevice: string | null;
  /** How users may sign in here. */
  readonly signIn: { password: boolean; google: boolean; standIn: boolean };
  /** Puts the session cookie in the browser, or takes it away with null; the session it had before is no longer believed. */
  setSessionCookie(session: { token: string; expiresAt: Date } | null): void;
  /** Gives the session cookie, if it came with the request, the time the session now has. */
  renewSessionCookie(): void;
  /** Puts the cookie by which accounts know the browser. */
  setKnownDevice(device: { token: string; expiresAt: Date }): void;
  /** Takes the pending sign-in away again. */
  clearPending(): void;
  /** The user's live events until the caller goes away or the session ends. */
  openStream(session: ResolvedSession, signal: AbortSignal): OpenStream;
  /** What one of the user's streams is to hear of from now on. */
  watch(session: ResolvedSession, watching: Watching): void;
}

/** An open stream. */
export interface OpenStream {
  readonly id: string;
  /**
   * Hands each event to `take`, the next when it has taken the last: `ready` when some were lost. Resolves at the stream's end,
   * and rejects when `take` does.
   */
  handTo(take: (item: LiveItem) => Promise<unknown> | undefined): Promise<void>;
  /** Runs a read of what the stream missed within the member's request budget; null when the stream has ended by then. */
  replay<T>(read: () => Promise<T>): Promise<T | null>;
  end(): void;
}
