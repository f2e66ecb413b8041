import type { Watching } from '@kith/contracts';
import type { Context, ResolvedSession } from '@kith/domain';

/** The context of a request: who calls and from where. It has few fields, because tRPC copies them for every call. */
export interface RequestContext {
  domain: Context;
  session: ResolvedSession | null;
  browser: Browser;
}

/** The request's properties, and functions that set cookies in the response. */
export interface Browser {
  /** The rate limit key of the caller's address: IPv4, or the /64 of an IPv6. */
  readonly address: string;
  /** The browser's user agent. */
  readonly device: string;
  /** The cookie of a federated sign-in, after which the member still has to choose a user name. */
  readonly pendingToken: string | null;
  /** The cookie of earlier log-ins, by which accounts know the browser. */
  readonly knownDevice: string | null;
  /** The cookie of a log-in that waits for a second factor. */
  readonly challenge: string | null;
  /** The ways to sign in that this server offers. */
  readonly signIn: { password: boolean; google: boolean; standIn: boolean };
  /** Sets the session cookie, or deletes it with null, and drops the previous session from the cache. */
  setSessionCookie(session: { token: string; expiresAt: Date } | null): void;
  /** Sets the expiry of the session cookie to that of the session, if the request had the cookie. */
  renewSessionCookie(): void;
  /** Sets the cookie by which accounts know the browser. */
  setKnownDevice(device: { token: string; expiresAt: Date }): void;
  /** Sets the cookie of a log-in that waits for a second factor, or deletes it with null. */
  setChallenge(challenge: string | null): void;
  /** Deletes the cookie of the pending sign-in. */
  clearPending(): void;
  /** Replaces the subscriptions of one of the user's streams. */
  watch(session: ResolvedSession, watching: Watching): void;
}
