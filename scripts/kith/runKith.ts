import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../lib/bootstrap.mjs';

/** Runs a command. Returns its standard output and standard error as one text, and its exit code. */
export async function kith(env: Record<string, string>, ...words: string[]): Promise<{ said: string; code: number }> {
  const child = spawn(process.execPath, [join(root, 'scripts/kith/main.ts'), ...words], { env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { said: out + err, code };
}
