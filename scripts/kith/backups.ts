import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSettings, type Settings, StartError } from '@kith/platform';
import { inTime } from './table.ts';

/** The setting that each command line option changes. */
const settingOf = { every: 'BACKUP_EVERY', keep: 'BACKUP_KEEP', dir: 'BACKUP_DIR' } as const;
type Option = keyof typeof settingOf;

const quoted = (value: string) => (/^[\w./:-]*$/.test(value) ? value : `'${value.replaceAll("'", '')}'`);

/** Returns the text of a settings file with these settings set. Replaces existing lines of them, even commented-out ones. */
function withLines(text: string, lines: Map<string, string>): string {
  const left = new Map(lines);
  const updated = text.split('\n').map((line) => {
    const name = /^\s*#?\s*([A-Z_]+)\s*=/.exec(line)?.[1] ?? '';
    const value = left.get(name);
    if (value === undefined) return line;
    left.delete(name);
    return `${name}=${quoted(value)}`;
  });
  while (updated.at(-1) === '') updated.pop();
  return `${[...updated, ...[...left].map(([name, value]) => `${name}=${quoted(value)}`)].join('\n')}\n`;
}

const description = ({ backup }: Settings): string =>
  backup.everyMs
    ? `The worker backs up every ${inTime(backup.everyMs / 1_000)} into ${backup.folder} and keeps the newest ${backup.keep}.`
    : 'The worker makes no backups: npm run kith -- backup --every 1d has it make one each day.';

/**
 * Returns when the worker makes backups. With `--every`, `--keep` or `--dir`, first writes these into the settings file
 * (ENV_FILE, or `.env`), which the worker reads at its next start.
 * @throws StartError for an invalid option, and if the environment overrides a setting
 */
export function planBackups(args: string[], env: NodeJS.ProcessEnv = process.env): string {
  let entries: [Option, string][];
  try {
    const options = { every: { type: 'string' }, keep: { type: 'string' }, dir: { type: 'string' } } as const;
    entries = Object.entries(parseArgs({ args, options }).values) as [Option, string][];
  } catch (error) {
    throw new StartError((error as Error).message);
  }
  if (entries.length === 0) return description(loadSettings());
  const file = resolve(env.ENV_FILE || '.env');
  if (env.ENV_FILE === '')
    throw new StartError('ENV_FILE is empty, so no file holds settings: set BACKUP_EVERY itself.');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The environment takes precedence over the file.
  const setInEnvironment = entries.find(([option, value]) => {
    const name = settingOf[option];
    return env[name] && env[name] !== value && !new RegExp(`^${name}=`, 'm').test(text);
  });
  if (setInEnvironment)
    throw new StartError(`${settingOf[setInEnvironment[0]]} is set in the environment: change it there.`);
  const lines = new Map(entries.map(([option, value]) => [settingOf[option] as string, value]));
  const settings = loadSettings({ ...env, ...Object.fromEntries(lines) });
  writeFileSync(file, withLines(text, lines), { mode: 0o600 });
  return `${description(settings)} Written into ${file}; it holds from the worker's next start.`;
}
