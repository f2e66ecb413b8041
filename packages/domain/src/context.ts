import type { Scope, SignUpMode } from '@kith/contracts';
import type { Database } from '@kith/db';
import type { Clock, FileStorage, JobQueue, LiveBus, Log, Mailer, Maintenance, RateLimiter } from './ports.ts';

/** The settings of the installation that operations depend on. */
export interface DomainSettings {
  /** The server's public address, without a trailing slash; all links in mails start with this address. */
  publicUrl: string;
  /** The base of the URLs of stored picture variants: a path on this server's own origin, whichever storage holds the files. */
  mediaUrl: string;
  /** Whether accounts can sign up and log in with e-mail and password. */
  passwordSignIn: boolean;
  /** Whether new members with a password get a confirmation mail, and have lower limits until they confirm. */
  confirmEmail: boolean;
  /** What the environment decides in place of the hosts; null where the hosts decide. `readServerSettings` returns what holds. */
  signUp: SignUpMode | null;
  publicPages: boolean | null;
  memberInvitations: number | null;
  announceJoins: boolean | null;
  maxVideoSeconds: number | null;
  maxVideoBytes: number | null;
  linkPreviews: boolean | null;
  /** Whether moderators may moderate only with a second factor. */
  moderatorsNeedSecondFactor: boolean;
  /**
   * How long a notification waits for further ones to join its batch, in milliseconds; with 0 notifications are delivered before
   * the call returns.
   */
  notifyAfter: number;
  /** The number of an author's followers up to which a post is written into their feeds; with more, feeds find it by its author. */
  maxFanOut: number;
  /** The storage quota for one member's pictures, in bytes. */
  memberStorage: number;
  /** The maximum size of all archives that are being uploaded or imported, in bytes; with 0 imports are switched off. */
  importStorage: number;
}

/** Everything that an operation may use; always its first argument. */
export interface Context {
  db: Database;
  queue: JobQueue;
  live: LiveBus;
  storage: FileStorage;
  mailer: Mailer;
  limiter: RateLimiter;
  maintenance: Maintenance;
  clock: Clock;
  log: Log;
  settings: DomainSettings;
}

/** The signed-in user on whose behalf an operation runs. */
export interface Actor {
  userId: number;
  sessionId: string;
  /** When the caller last authenticated, ISO 8601; null if unknown. */
  reauthenticatedAt: string | null;
  /** The access token of the call; absent or null if the call uses a session. */
  token?: { id: number; scopes: readonly Scope[] } | null;
}

/** Whether an actor's call may answer what the scope allows to read: a session may, and a token that has the scope. */
export const hasScope = ({ token }: Pick<Actor, 'token'>, scope: Scope): boolean =>
  !token || token.scopes.includes(scope);

/** A caller with the properties that limits depend on. */
export interface KnownActor extends Actor {
  /** Whether the member has confirmed the e-mail address, or need not; otherwise lower limits apply. */
  emailConfirmed: boolean;
  token: { id: number; scopes: readonly Scope[] } | null;
}
