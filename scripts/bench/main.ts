import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDeps } from '@kith/api/deps';
import { migrate } from '@kith/db';
import { publishRanking, scorePosts } from '@kith/domain';
import { loadSettings, migratePlatform } from '@kith/platform';
import { claimDataDir, freePort, startPostgres } from '@kith/platform/postgres';
import { root } from '../lib/bootstrap.mjs';
import { type Child, keepRunning } from '../start/child.ts';
import { casesOf } from './cases.ts';
import { fill, type Sizes } from './fill.ts';
import { load } from './load.ts';
import { markdown, type Row } from './report.ts';
import { streamFigures } from './streams.ts';
import { uploadTimes } from './upload.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    posts: { type: 'string', default: '200000' },
    likes: { type: 'string', default: '1000000' },
    comments: { type: 'string', default: '300000' },
    follows: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '4' },
    streams: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
  },
});
const number = (name: keyof typeof values) => Number(values[name]);
/** The api process, among the children of this one. */
function apiProcess(): number | null {
  try {
    const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number);
    return pids.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/api')) ?? null;
  } catch {
    return null;
  }
}

const tell = (line: string) => process.stderr.write(`${line}\n`);

const dataDir = await mkdtemp(join(tmpdir(), 'kith-bench-'));
const children: Child[] = [];
await claimDataDir(dataDir);
const postgres = await startPostgres({ dataDir });
try {
  await migrate(postgres.url);
  await migratePlatform(postgres.url);
  const [port, floorPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ALLOW_DEV_MAIL: 'on',
    GOOGLE_SIGN_IN: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
  };
  const deps = await openDeps({ ...loadSettings(env), databaseUrl: postgres.url });
  const sizes = Object.fromEntries(
    ['users', 'posts', 'likes', 'comments', 'follows'].map((name) => [name, number(name as 'users')]),
  );
  const viewers = await fill(deps.domain, sizes as unknown as Sizes, (what) => tell(`filling ${what} …`));
  const runAt = new Date().toISOString();
  await scorePosts(deps.domain, { runAt, slice: 0, of: 1 });
  await publishRanking(deps.domain, { runAt });

  const start = (name: string, script: string, more: Record<string, string> = {}) => {
    const child = keepRunning(name, join(root, script), { ...env, ...more });
    children.push(child);
    return child.ready;
  };
  await start('api', 'apps/api/src/server.ts');
  await start('floor', 'scripts/bench/floor.ts', { FLOOR_PORT: String(floorPort) });

  const rows: Row[] = [];
  for (const each of casesOf(`http://127.0.0.1:${port}`, `http://127.0.0.1:${floorPort}`, viewers)) {
    if (!each.name.includes(values.only)) continue;
    for (const connections of each.connections) {
      await load(each.kith, connections, 1);
      await load(each.floor, connections, 1);
      const floor = await load(each.floor, connections, number('seconds'));
      const kith = await load(each.kith, connections, number('seconds'));
      rows.push({ name: each.name, connections, kith, floor });
      tell(
        `${each.name} at ${connections}: ${kith.perSecond}/s, floor ${floor.perSecond}/s${kith.failed ? `, ${kith.failed} FAILED` : ''}`,
      );
    }
  }
  const apiPid = apiProcess();
  const live =
    'streams'.includes(values.only) && apiPid
      ? await streamFigures(deps.domain, `http://127.0.0.1:${port}`, apiPid, number('streams'), 300)
      : null;
  await start('worker', 'apps/worker/src/main.ts');
  const upload = 'upload to ready'.includes(values.only)
    ? await uploadTimes(`http://127.0.0.1:${port}`, viewers[0] as { userId: number; token: string })
    : null;

  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; server, database and load on the same cores`;
  const report = { at: new Date().toISOString(), machine, sizes, rows, upload, live };
  await mkdir(join(root, 'bench-results'), { recursive: true });
  await writeFile(join(root, 'bench-results/latest.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(root, 'bench-results/latest.md'), markdown(report));
  console.log(markdown(report));
  await deps.close();
} finally {
  for (const child of children) await child.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
