import type { Scope } from '@kith/contracts';
import type { Database } from '@kith/db';
import type { Clock, FileStorage, JobQueue, LiveBus, Log, Mailer, RateLimiter } from './ports.ts';

/** What operations need to know of the installation. */
export interface DomainSettings {
  /** The address users use, without a slash at the end; links in mails are built from it alone. */
  publicUrl: string;
  /** Where stored variants are read from, wherever they are stored: a path on this origin. */
  mediaUrl: string;
  /** False refuses e-mail and password accounts. */
  passwordSignIn: boolean;
  /** Whether whoever signs up with a password is mailed a link to confirm the address, and may do less until then. */
  confirmEmail: boolean;
  /** Who may join: everybody, whoever has an invitation, nobody. */
  signUp: 'open' | 'invited' | 'closed';
  /** Whether members, and not operators alone, make invitations. */
  membersInvite: boolean;
  /** Whether the first member moderates at once, or only with an address that is confirmed. */
  founderModerates: boolean;
  /** What the stored pictures of one member may take up, in bytes. */
  memberStorage: number;
}

/** Everything an operation may use; passed first, always. */
export interface Context {
  db: Database;
  queue: JobQueue;
  live: LiveBus;
  storage: FileStorage;
  mailer: Mailer;
  limiter: RateLimiter;
  clock: Clock;
  log: Log;
  settings: DomainSettings;
}

/** The signed-in user on whose behalf an operation runs. */
export interface Actor {
  userId: number;
  sessionId: string;
  /** When they last proved who they are, ISO 8601. */
  reauthenticatedAt: string | null;
}

/** A caller of whom it is known what limits them. */
export interface KnownActor extends Actor {
  /** Those who have not confirmed their address may do less. */
  emailConfirmed: boolean;
  /** By which token they call; null for somebody who logged in. */
  token: { id: number; scopes: readonly Scope[] } | null;
}
