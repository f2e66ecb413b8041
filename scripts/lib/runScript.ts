import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { root } from './bootstrap.mjs';

/** Runs a script on the running Node, and returns the exit code. `script` is a path from the repository's root. */
export async function runScript(
  script: string,
  args: string[] = [],
  { cwd = root, env = process.env } = {},
): Promise<number> {
  const child = spawn(process.execPath, [resolve(root, script), ...args], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
