import { type Database, type Handle, ServerState as State, serverStateQueries } from '@kith/db';
import type { Mailer } from './ports.ts';

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

/** The last successful backup, which was read back in full: when it began, its absolute path and its size in bytes. */
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

const errorOf = (at: string | null, message: string | null): OperationError | null =>
  at ? { at: new Date(at).toISOString(), message: message ?? '' } : null;

export async function serverState({ db }: HasDatabase): Promise<ServerState> {
  const read = () => db.run(serverStateQueries.read, []);
  // Of two processes that insert the row at once, the second may see neither its own nor the other's.
  const row = (await read())[0] ?? (await read())[0];
  if (!row) throw new Error('the state of the server could not be read');
  const lastBackup = row.backed_up_at
    ? {
        at: new Date(row.backed_up_at).toISOString(),
        file: row.backup_file ?? '',
        bytes: row.backup_bytes ?? 0,
      }
    : null;
  const failure = errorOf(row.backup_failed_at, row.backup_error);
  return {
    community: row.community,
    restoredAt: row.restored_at,
    lastBackup,
    backupError: failure && lastBackup && lastBackup.at > failure.at ? null : failure,
    mail: {
      lastSentAt: row.mail_sent_at && new Date(row.mail_sent_at).toISOString(),
      lastError: errorOf(row.mail_failed_at, row.mail_error),
    },
  };
}

/**
 * Confirms that a restored copy is the real server: from then on it makes backups, and sends mails, pushes and webhooks. Returns
 * false if it is no copy, or was confirmed before.
 */
export const confirmRestore = async ({ db }: { db: Handle }): Promise<boolean> =>
  (await db.em().nativeUpdate(State, { restoredAt: { $ne: null } }, { restoredAt: null })) > 0;

/** Returns a mailer that records when a mail was sent, and why one failed; `describe` makes the recorded text of an error. */
export const recordMails = (mailer: Mailer, { db }: HasDatabase, describe: (error: Error) => string): Mailer => ({
  async send(mail) {
    try {
      await mailer.send(mail);
    } catch (error) {
      const failure = { mailFailedAt: new Date(), mailError: describe(error as Error) };
      await db
        .em()
        .upsert(State, { one: true, ...failure })
        .catch(() => {});
      throw error;
    }
    // The mail is sent: if this fails, its job must not send it once more.
    await db
      .em()
      .upsert(State, { one: true, mailSentAt: new Date() })
      .catch(() => {});
  },
});
