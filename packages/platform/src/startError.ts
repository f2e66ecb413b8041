import { inspect } from 'node:util';

/** Stops the start. Its message is one line for the operator: what is wrong, and how to mend it. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Ends the process over an error that kept it from starting: one line, and no stack unless the error is ours to fix. */
export function failToStart(error: unknown): never {
  process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`);
  process.exit(1);
}
