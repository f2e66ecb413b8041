import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { claimDataDir } from '../dataDir/claim.ts';
import { freePort } from '../freePort.ts';
import { chooseLocation } from '../postgres/location.ts';
import { cleanEnv } from '../postgres/programs.ts';
import { type ServerSettings, startServer } from '../postgres/server.ts';
import { installPrograms } from '../postgres/upgrade.ts';

/**
 * Starts an empty PostgreSQL of an older major version, installed from npm, in `dataDir`. Any local connection is trusted as
 * superuser.
 */
export async function startOlderPostgres(dataDir: string, major: string, settings: ServerSettings) {
  const usual = chooseLocation(dataDir, claimDataDir(dataDir));
  const location = { ...usual, programs: await installPrograms(usual.folder, major) };
  const cluster = join(location.folder, 'older');
  mkdirSync(cluster, { mode: 0o700 });
  if (location.owner) chownSync(cluster, location.owner.uid, location.owner.gid);
  // Before version 17 PostgreSQL has no built-in collation that is the same on every machine.
  const made = spawnSync(
    join(location.programs, 'bin/initdb'),
    [`--pgdata=${cluster}`, '--username=kith', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
    { ...location.owner, cwd: '/', encoding: 'utf8', env: cleanEnv },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const server = await startServer(location, cluster, port, settings);
  return {
    url: `postgres://kith@127.0.0.1:${port}/postgres`,
    pid: server.pid as number,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    },
  };
}
