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

function lineOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && fromDatabase.has(code)) {
    return `The database cannot be used (${code}): check DATABASE_URL.`;
  }
  return inspect(error);
}

/** Ends the process over an error that kept it from starting: one line, and no stack unless the error is ours to fix. */
export function failToStart(error: unknown): never {
  process.stderr.write(`${lineOf(error)}\n`);
  process.exit(1);
}
