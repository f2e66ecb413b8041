import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../startError.ts';
import type { PostgresLocation } from './location.ts';
import type { Owner } from './owner.ts';
import { cleanEnv } from './programs.ts';

export const databaseUser = 'kith';

/**
 * Creates the database cluster of `location` unless it exists: UTF-8, a collation that is the same on every machine, SCRAM
 * passwords. Returns the cluster's folder and the password of its only user. A start killed half-way leaves a draft folder,
 * which the next start replaces.
 */
export function prepareCluster(location: PostgresLocation): { cluster: string; password: string } {
  const { folder, owner } = location;
  const cluster = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  if (existsSync(cluster)) {
    if (owner) chownCluster(owner, cluster);
    return { cluster, password: readPassword(passwordFile) };
  }

  const draft = join(folder, 'cluster.draft');
  const passwordDraft = join(folder, 'password.draft');
  rmSync(draft, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, password, { mode: 0o600, flush: true });
  writeFileSync(passwordDraft, password, { mode: 0o600 });
  mkdirSync(draft, { mode: 0o700 });
  if (owner) for (const path of [draft, passwordDraft]) chownSync(path, owner.uid, owner.gid);
  initialise(location, draft, passwordDraft);
  rmSync(passwordDraft);
  renameSync(draft, cluster);
  return { cluster, password };
}

/**
 * Gives a cluster that belongs to root, such as a copy made by root, to PostgreSQL's user, because root may not run PostgreSQL.
 * A cluster of any other user is refused: that user may run Kith, and could no longer start it.
 */
function chownCluster({ uid, gid }: Owner, cluster: string): void {
  const owner = lstatSync(cluster).uid;
  if (owner === uid) return;
  if (owner !== 0) {
    throw new StartError(
      `The database in ${cluster} belongs to another user (${owner}): run this as that user (sudo -u '#${owner}'), or make it root's first (chown -R root ${cluster}).`,
    );
  }
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(cluster, name), uid, gid);
  lchownSync(cluster, uid, gid);
}

function initialise(location: PostgresLocation, cluster: string, passwordFile: string): void {
  const options = [
    `--pgdata=${cluster}`,
    `--username=${databaseUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const done = spawnSync(join(location.programs, 'bin', 'initdb'), options, {
    ...location.owner,
    cwd: '/',
    encoding: 'utf8',
    env: cleanEnv,
  });
  if (done.status === 0) return;
  const reason = done.error?.message ?? done.stderr.trim().split('\n').at(-1);
  throw new StartError(`The database could not be made in ${location.folder}: ${reason}`);
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartError(`The database's password file ${file} is missing or unreadable: bring it back from a backup.`);
  }
}
