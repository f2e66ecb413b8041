import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres/index.ts';

/** A PostgreSQL with a streaming replica, in temporary folders that `stop` removes. */
export async function startWithStandby(): Promise<{
  url: string;
  standbyUrl: string;
  /** Stops or resumes every process of the replica. Linux only. */
  signalStandby(signal: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'kith-standby-'));
  chmodSync(folder, 0o711);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  // The replica is a copy of the stopped server, because the embedded package has no pg_basebackup.
  await (await startPostgres({ dataDir: first })).stop();
  cpSync(first, second, { recursive: true });
  writeFileSync(join(second, 'postgres/cluster/standby.signal'), '');
  const primary = await startPostgres({ dataDir: first, settings: { fsync: 'off' } });
  const { hostname, port, username, password } = new URL(primary.url);
  const standby = await startPostgres({
    dataDir: second,
    settings: { primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}` },
  });
  return {
    url: primary.url,
    standbyUrl: standby.url,
    signalStandby(signal) {
      const main = Number(readFileSync(join(second, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
      for (const pid of [main, ...childrenOf(main)]) process.kill(pid, signal);
    },
    async stop() {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The child processes of a server, which have no children themselves. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        // The process exited in the meantime.
        return false;
      }
    });
}
