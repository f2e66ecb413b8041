import type { Context, LiveEvent, ResolvedSession } from '@kith/domain';

/** What one request brings: who calls, from where, and how to set what goes back. */
export interface RequestContext {
  domain: Context;
  session: ResolvedSession | null;
  /** The caller's address as limits count it: IPv4, or the /64 of an IPv6. */
  address: string;
  /** The browser's own description. */
  device: string;
  /** Puts the session cookie in the browser, or takes it away with null. */
  setSessionCookie: (session: { token: string; expiresAt: Date } | null) => void;
  /** What the browser holds of a federated sign-in that waits for its username. */
  pendingToken: string | null;
  /** Takes that away again. */
  clearPending: () => void;
  /** How members may sign in here. */
  signIn: { password: boolean; google: boolean; standIn: boolean };
  /** The member's live events until the caller goes away or the session ends. */
  openStream: (session: ResolvedSession, signal: AbortSignal) => AsyncIterable<LiveEvent>;
}
