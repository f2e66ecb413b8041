import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendPasswordReset } from '@kith/domain';
import type { TestApp } from './testApp.ts';

/** The names of the mails written as files, oldest first. */
export async function mails(server: TestApp): Promise<string[]> {
  return (await readdir(join(server.deps.settings.dataDir, 'outbox')).catch(() => [])).sort();
}

/** Runs the job that mails a reset code, and reads the code from the newest mail. */
export async function mailedCode(server: TestApp, email: string): Promise<string | undefined> {
  await sendPasswordReset(server.deps.domain, { email });
  const newest = (await mails(server)).at(-1);
  if (!newest) return undefined;
  const text = await readFile(join(server.deps.settings.dataDir, 'outbox', newest), 'utf8');
  return /oobCode=([\w-]{43})/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1];
}
