import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { root } from './bootstrap.mjs';

/** Runs a script, its path given from the repository's root, on this Node with its output shown. Returns its exit code. */
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
