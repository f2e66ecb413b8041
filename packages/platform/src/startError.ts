import { inspect } from 'node:util';

/** An error that stops the start. The message is one line for the operator: what is wrong and how to fix it. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Network and PostgreSQL error codes for an unusable database: unreachable, unknown host, wrong password, no such database. */
const fromDatabase = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '28000', '3D000']);

/** System and PostgreSQL error codes for a full disk. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** How an error is shown to an operator: one line, and a stack trace only if the fault is Kith's. */
export function lineOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code !== 'string' && cause instanceof Error) return lineOf(cause);
  if (typeof code === 'string' && fullDisk.has(code)) {
    return `The disk is full (${(error as Error).message}): free some space; old backups first.`;
  }
  const { path, syscall } = error as { path?: unknown; syscall?: unknown };
  if (typeof code === 'string' && typeof path === 'string' && typeof syscall === 'string') {
    return `${path} cannot be used (${code}, ${syscall}): check that it exists, and that this user may read or write it.`;
  }
  if (typeof code === 'string' && fromDatabase.has(code)) {
    return `The database cannot be used (${code}): check DATABASE_URL.`;
  }
  return inspect(error);
}

/** Exits the process because of an error during the start. */
export function failToStart(error: unknown): never {
  process.stderr.write(`${lineOf(error)}\n`);
  process.exit(1);
}
