import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { openDeps } from '@kith/api/deps';
import { migrate, openDatabase } from '@kith/db';
import { publishRanking, scorePosts } from '@kith/domain';
import { loadSettings, migratePlatform } from '@kith/platform';
import { claimDataDir, freePort, startPostgres } from '@kith/platform/postgres';
import { root } from '../lib/bootstrap.mjs';
import { readOptions } from '../lib/options.ts';
import { type Child, keepRunning } from '../start/child.ts';
import { deletionFigures, rankingFigures } from './bounds.ts';
import { type Case, casesOf, feedCases, hotMembers } from './cases.ts';
import { type Cast, fill, type Sizes } from './fill.ts';
import { keepAsLast, sinceLast } from './last.ts';
import { measure } from './measure.ts';
import { signIn } from './messages.ts';
import { markdown, type Row } from './report.ts';
import { ApiServer, pidOf } from './server.ts';
import { type StreamFigures, streamFigures } from './streams.ts';
import { uploadTimes } from './upload.ts';

// `--scale 10` fills ten times as much. `--only feed` takes the rows whose name has that pattern; `--data FOLDER` keeps the filled database and finds it again.
const usage = `Usage: npm run bench -- [--only PATTERN --data FOLDER --scale N --users N --posts N --likes N --comments N --follows N --most-likes N --seconds N --streams N,N --profile FOLDER --keep]
Requests a second of Kith and of a bare server with the same statements, by turns, into bench-results. --keep keeps the
figures in the repository, for later runs to be compared with; --profile FOLDER leaves processor profiles of the api.`;
const values = readOptions(usage, {
  users: { type: 'string', default: '10000' },
  posts: { type: 'string', default: '200000' },
  likes: { type: 'string', default: '1000000' },
  comments: { type: 'string', default: '300000' },
  follows: { type: 'string', default: '500000' },
  scale: { type: 'string', default: '1' },
  'most-likes': { type: 'string', default: '1000000' },
  seconds: { type: 'string', default: '3' },
  streams: { type: 'string', default: '1000,10000' },
  only: { type: 'string', default: '' },
  data: { type: 'string' },
  keep: { type: 'boolean', default: false },
  profile: { type: 'string' },
});
const scale = Number(values.scale);
const sizes = Object.fromEntries(
  (['users', 'posts', 'likes', 'comments', 'follows'] as const).map((name) => [name, Number(values[name]) * scale]),
) as unknown as Sizes;
const seconds = Number(values.seconds);
const wants = (name: string): boolean => new RegExp(values.only).test(name);
const tell = (line: string) => process.stderr.write(`${line}\n`);

const dataDir = values.data ? resolve(values.data) : await mkdtemp(join(tmpdir(), 'kith-bench-'));
const castFile = join(dataDir, 'bench-cast.json');
const filledBefore: { cast: Cast; sizes: Sizes; filled: number } | null = existsSync(castFile)
  ? JSON.parse(readFileSync(castFile, 'utf8'))
  : null;
if (filledBefore) Object.assign(sizes, filledBefore.sizes);
const children: (Child | ApiServer)[] = [];
await claimDataDir(dataDir);
const postgres = await startPostgres({ dataDir });
try {
  await migrate(postgres.url);
  await migratePlatform(postgres.url);
  const floorPort = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ALLOW_DEV_MAIL: 'on',
    GOOGLE_SIGN_IN: 'off',
    RATE_LIMIT: 'off',
    ALLOW_RATE_LIMIT_OFF: 'on',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
  };
  const deps = await openDeps({ ...loadSettings(env), databaseUrl: postgres.url });
  const start = (name: string, script: string, more: Record<string, string> = {}) => {
    const child = keepRunning(name, join(root, script), { ...env, ...more });
    children.push(child);
    return child.ready;
  };
  const startApi = async () => {
    const server = await ApiServer.start(env, await freePort(), dataDir, values.profile);
    children.push(server);
    return server;
  };
  const api = await startApi();
  await start('floor', 'scripts/bench/floor.ts', {
    FLOOR_PORT: String(floorPort),
    FLOOR_POSTS: String(sizes.posts / 2),
  });
  const measuring = { api, floorPid: pidOf('scripts/bench/floor.ts'), postmaster: postgres.pid };
  const origins = { kith: api.origin, floor: `http://127.0.0.1:${floorPort}` };

  const rows: Row[] = [];
  const take = async (cases: Case[]) => {
    rows.push(
      ...(await measure(
        measuring,
        cases.filter(({ name }) => wants(name)),
        seconds,
        tell,
      )),
    );
  };
  // A step writes a million rows, for which an api process's time-out is too short.
  const patient = await openDatabase({ url: postgres.url });
  const filling = (what: string) => tell(`filling: ${what}`);
  const fillAll = async () => {
    const began = performance.now();
    let measuring = 0;
    const cast = await fill({ ...deps.domain, db: patient }, sizes, filling, async (viewers) => {
      const from = performance.now();
      await take(feedCases(origins, viewers.slice(0, 3), [8], ', a tenth of the posts'));
      measuring = performance.now() - from;
    });
    return { cast, sizes, filled: Math.round((performance.now() - began - measuring) / 1_000) };
  };
  const { cast, filled } = filledBefore ?? (await fillAll());
  await writeFile(castFile, JSON.stringify({ cast, sizes, filled }));
  await signIn(deps.domain, hotMembers.last);
  const runAt = new Date().toISOString();
  await scorePosts(deps.domain, { runAt });
  await publishRanking(deps.domain, { runAt });
  const ranking = wants('ranking') ? await rankingFigures(deps.domain, postgres.pid) : null;

  await take([...feedCases(origins, cast.viewers, [1, 8, 32]), ...casesOf(origins, cast, sizes)]);

  const live: StreamFigures[] = [];
  if (wants('streams')) {
    for (const streams of values.streams.split(',').map(Number)) {
      const fresh = await startApi();
      live.push(await streamFigures(deps.domain, fresh, streams, streams > 1_000 ? 0 : 300));
      tell(JSON.stringify(live.at(-1)));
      await fresh.stop();
    }
  }
  const [uploads, deletes] = [wants('upload to ready'), wants('deletion')];
  if (uploads || deletes) await start('worker', 'apps/worker/src/main.ts');
  const upload = uploads ? await uploadTimes(api.origin, cast.writer) : null;
  const pids = { worker: deletes ? pidOf('apps/worker/src/main.ts') : 0, postmaster: postgres.pid };
  const ctx = { ...deps.domain, db: patient };
  const deletion = deletes
    ? await deletionFigures(ctx, api.origin, cast.writer, Number(values['most-likes']), pids)
    : null;
  await patient.close();

  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const report = {
    at: new Date().toISOString(),
    machine,
    node: process.version,
    sizes,
    filled,
    rows,
    upload,
    live,
    ranking,
    deletion,
  };
  await mkdir(join(root, 'bench-results'), { recursive: true });
  await writeFile(join(root, 'bench-results/latest.json'), `${JSON.stringify(report, null, 2)}\n`);
  const table = markdown(report, sinceLast(report));
  await writeFile(join(root, 'bench-results/latest.md'), `${table}\n`);
  console.log(table);
  if (values.keep) keepAsLast(report);
  await deps.close();
} finally {
  for (const child of children) await child.stop();
  await postgres.stop();
  if (!values.data) await rm(dataDir, { recursive: true, force: true });
}
