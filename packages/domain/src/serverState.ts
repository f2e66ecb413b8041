import { type Database, now, ServerState as State } from '@kith/db';
import { Refusal } from './errors.ts';
import { appendToLog, type HostOrOperator } from './host/hosts.ts';
import type { FileStorage, Mailer } from './ports.ts';

/** What the processes of a server remember of its operation. Times are ISO 8601. */
export interface ServerState {
  /** A random id of the community, which a restored copy shares. */
  community: string;
  /** When this copy was restored from a backup; null for a server that nothing holds back. */
  restoredAt: string | null;
  lastBackup: LastBackup | null;
  /** Why the last backup failed; null if one was made since. */
  backupError: OperationError | null;
  mail: {
    lastSentAt: string | null;
    /** The last failure, in the words of the mail server, without addresses. */
    lastError: OperationError | null;
  };
}

/** The last successful backup, which was read back in full: when it ended, its absolute path and its size in bytes. */
export interface LastBackup {
  at: string;
  file: string;
  bytes: number;
}

export interface OperationError {
  at: string;
  message: string;
}

type HasDatabase = { db: Database };

const errorOf = (at: Date | null = null, message: string | null = null): OperationError | null =>
  at && { at: at.toISOString(), message: message ?? '' };

/** The only row of the table, which the first call inserts. */
const onlyRow = ({ db }: HasDatabase): Promise<State> =>
  db.em().upsert(State, { one: true }, { onConflictAction: 'ignore' });

/** Reads the only row of the table. */
export async function serverState(context: HasDatabase): Promise<ServerState> {
  const state = await onlyRow(context);
  const { backedUpAt, backupFile, backupBytes } = state;
  const lastBackup = backedUpAt
    ? { at: backedUpAt.toISOString(), file: backupFile ?? '', bytes: backupBytes ?? 0 }
    : null;
  const failure = errorOf(state.backupFailedAt, state.backupError);
  return {
    community: state.community.replaceAll('-', ''),
    restoredAt: state.restoredAt?.toISOString() ?? null,
    lastBackup,
    backupError: failure && lastBackup && lastBackup.at > failure.at ? null : failure,
    mail: {
      lastSentAt: state.mailSentAt?.toISOString() ?? null,
      lastError: errorOf(state.mailFailedAt, state.mailError),
    },
  };
}

/**
 * Confirms that a restored copy is the real server: from then on it makes backups, removes files, and sends mails, pushes and webhooks.
 * Writes that into the log of hosts. Returns false if it is no copy, or was confirmed before.
 */
export const confirmRestore = ({ db }: HasDatabase, by: HostOrOperator): Promise<boolean> =>
  db.transaction(async (tx) => {
    const confirmed = (await tx.em().nativeUpdate(State, { restoredAt: { $ne: null } }, { restoredAt: null })) > 0;
    if (confirmed) await appendToLog(tx, by, { action: 'server-changed', details: 'restored copy' });
    return confirmed;
  });

/** Throws `restored-copy` on a restored copy that nobody has confirmed as the real server. */
export async function refuseOnCopy(context: HasDatabase): Promise<void> {
  if ((await serverState(context)).restoredAt !== null) throw new Refusal('restored-copy');
}

/**
 * Returns a storage that keeps all files while this is a restored copy, which may have the bucket of the real server. Once the copy is
 * confirmed, the sweeps remove those that no row needs.
 */
export const keepFilesOfCopy = (storage: FileStorage, { db }: HasDatabase): FileStorage => ({
  ...storage,
  async removeFolder(prefix) {
    if ((await serverState({ db })).restoredAt === null) await storage.removeFolder(prefix);
  },
});

/** Stores values in the only row of the table. Times are the database's: processes whose clocks differ write them in turn. */
export async function noteState(context: HasDatabase, values: Partial<State>): Promise<void> {
  await onlyRow(context);
  await context.db.em().nativeUpdate(State, { one: true }, values);
}

/** Returns a mailer that records when a mail was sent, and why one failed; `describe` makes the recorded text of an error. */
export const recordMails = (mailer: Mailer, { db }: HasDatabase, describe: (error: Error) => string): Mailer => ({
  async send(mail) {
    try {
      await mailer.send(mail);
    } catch (error) {
      const mailError = describe(error as Error);
      await noteState({ db }, { mailFailedAt: now(), mailError }).catch(() => {});
      throw error;
    }
    // The mail is sent: if this fails, its job must not send it once more.
    await noteState({ db }, { mailSentAt: now() }).catch(() => {});
  },
});
