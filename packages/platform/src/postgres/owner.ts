import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that PostgreSQL runs as instead of root. */
export interface Owner {
  uid: number;
  gid: number;
}

/** The user `nobody` if Kith runs as root, otherwise null: PostgreSQL then runs as the current user. */
export function ownerInsteadOfRoot(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const [, , uid, gid] = passwdLineOfNobody().split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether `owner` may enter every folder above `path`, and `path` itself if it exists. */
export function canReach(path: string, owner: Owner): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat && !mayEnter(stat, owner)) return false;
    if (dirname(folder) === folder) return true;
  }
}

function mayEnter(stat: { mode: number; uid: number; gid: number }, owner: Owner): boolean {
  if (stat.uid === owner.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === owner.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}

function passwdLineOfNobody(): string {
  const fallback = 'nobody:x:65534:65534';
  try {
    return (
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((line) => line.startsWith('nobody:')) ?? fallback
    );
  } catch {
    return fallback;
  }
}
