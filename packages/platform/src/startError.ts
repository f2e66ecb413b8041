import { inspect } from 'node:util';

/** Stops the start. Its message is one line for the operator: what is wrong, and how to mend it. */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * Error codes of the network and of PostgreSQL for a database that cannot be used: unreachable, unknown host, wrong
 * password, no such database.
 */
const fromDatabase = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '28000', '3D000']);

/** Error codes of the system and of PostgreSQL for a disk without space. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** What an operator reads of an error: one line, and a stack only where the fault is ours to fix. */
export function lineOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code !== 'string' && cause instanceof Error) return lineOf(cause);
  if (typeof code === 'string' && fullDisk.has(code)) {
    return `The disk is full (${(error as Error).message}): free some space; old backups first.`;
  }
  if (typeof code === 'string' && fromDatabase.has(code)) {
    return `The database cannot be used (${code}): check DATABASE_URL.`;
  }
  return inspect(error);
}

/** Ends the process over an error that kept it from starting. */
export function failToStart(error: unknown): never {
  process.stderr.write(`${lineOf(error)}\n`);
  process.exit(1);
}
