import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDeps } from '@kith/api/deps';
import { type Database, openDatabase, statementIn } from '@kith/db';
import { probe } from '@kith/db/testing';
import { loadSettings } from '@kith/platform';
import { freePort } from '@kith/platform/postgres';
import { root } from '../lib/bootstrap.mjs';
import { readOptions } from '../lib/options.ts';
import { deletionFigures, rankingFigures } from './bounds.ts';
import { casesOf, hotMembers } from './cases.ts';
import type { Member, Sizes } from './fill.ts';
import { fillWorst } from './fillWorst.ts';
import { groupFigures } from './group.ts';
import { importFigures } from './imports.ts';
import { measure, type Target } from './measure.ts';
import { signIn } from './messages.ts';
import { openingFigures } from './opening.ts';
import { pesteredFigures } from './pestered.ts';
import { startProcess } from './process.ts';
import { processesFigures } from './processes.ts';
import { type Figures, markdown, type Subject } from './report.ts';
import { restFigures } from './rest.ts';
import { startApi } from './server.ts';
import { checkOut, openSide, removeCheckout, type Side } from './side.ts';
import { streamFigures } from './streams.ts';
import { uploadFigures } from './upload.ts';
import { worstFigures } from './worst.ts';

const usage = `Usage: npm run bench -- [--only PATTERN --against COMMIT --rounds N --seconds N --data FOLDER --profile FOLDER]
                       [--scale N --users N --posts N --likes N --comments N --follows N --streams N,N --processes N]
Processor time and requests a second of Kith, of two floors and of another commit, by turns, into bench-results.
--only takes the rows whose name fits, --data keeps the filled databases for the next run, --scale 10 fills ten times as much,
--profile leaves processor profiles of the api.`;
const values = readOptions(usage, {
  users: { type: 'string', default: '10000' },
  posts: { type: 'string', default: '200000' },
  likes: { type: 'string', default: '1000000' },
  comments: { type: 'string', default: '300000' },
  follows: { type: 'string', default: '500000' },
  scale: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '3' },
  streams: { type: 'string', default: '1000,10000' },
  only: { type: 'string', default: '' },
  against: { type: 'string' },
  data: { type: 'string' },
  processes: { type: 'string', default: '2' },
  profile: { type: 'string' },
});
const scaled = (name: keyof Sizes): number => Number(values[name]) * Number(values.scale);
const asked: Sizes = {
  users: scaled('users'),
  posts: scaled('posts'),
  likes: scaled('likes'),
  comments: scaled('comments'),
  follows: scaled('follows'),
};
const isSelected = (name: string): boolean => new RegExp(values.only).test(name);
const log = (line: string) => process.stderr.write(`${line}\n`);
const commit =
  values.against && execFileSync('git', ['rev-parse', '--short', values.against], { encoding: 'utf8' }).trim();

const folder = values.data ? resolve(values.data) : await mkdtemp(join(tmpdir(), 'kith-bench-'));
const checkout = join(folder, `${commit}-checkout`);
const running: { stop(): Promise<void> }[] = [];
const keep = <T extends { stop(): Promise<void> }>(it: T): T => {
  running.unshift(it);
  return it;
};

/** Removes the likes of an earlier run, because a repeated like writes nothing, and creates the sessions for the next run. */
async function forgetLikes(side: Side, tables: string[]): Promise<void> {
  const db = await openDatabase({ url: side.env.DATABASE_URL });
  for (const table of tables) await probe(db, `delete from ${table} where created_at > $1`, [side.filledAt]);
  await signIn(db, hotMembers.last);
  await db.close();
}

/**
 * `remove` deletes pending notifications that the moving baseline (floor.ts) recorded, because the product would deliver them.
 * `delivered` waits until the product has delivered its own.
 */
const pendingIn = (db: Database): Target['pending'] => ({
  remove: async () => void (await probe(db, 'delete from pending_notifications')),
  delivered: async () => {
    const left = async () => (await probe(db, 'select from pending_notifications limit 1')).rowCount;
    while (await left()) await wait(50);
  },
});

try {
  const kith = keep(await openSide(root, join(folder, 'data'), asked, values.profile));
  const { api, cast, sizes, env, postmaster } = kith;
  // This connection has no statement time-out: a step writes a million rows, which takes longer than an api process allows.
  const db = await openDatabase({ url: env.DATABASE_URL });
  const { rows: copied } = await probe(db, `select to_regclass('still.entries') is not null as yes`);
  for (const name of copied[0].yes ? [] : ['copy', 'keys', 'later', 'talk'])
    await probe(db, statementIn(new URL('./', import.meta.url), `stillFloor/${name}`).text);
  await probe(db, 'vacuum analyze');
  await forgetLikes(kith, ['likes', 'still.likes']);
  const floorPort = await freePort();
  const floor = keep(
    await startProcess(join(root, 'scripts/bench/floor.ts'), {
      ...env,
      FLOOR_PORT: String(floorPort),
      FLOOR_POSTS: String(Math.floor(sizes.posts / 2)),
    }),
  );
  const floorAt = (name: string): Target => ({
    origin: `http://127.0.0.1:${floorPort}/${name}`,
    pid: floor.pid,
    postmaster,
  });
  const targets: Partial<Record<Subject, Target>> = {
    still: floorAt('still'),
    moving: floorAt('moving'),
    kith: { origin: api.origin, pid: api.pid, postmaster, cast, pending: pendingIn(db) },
  };
  if (commit) {
    const other = keep(await openSide(checkOut(commit, checkout), join(folder, `${commit}-data`), sizes));
    await forgetLikes(other, ['likes']);
    targets.against = { origin: other.api.origin, pid: other.api.pid, postmaster: other.postmaster, cast: other.cast };
  }
  const { domain, close } = await openDeps({ ...loadSettings(env), databaseUrl: env.DATABASE_URL });
  const ctx = { ...domain, db };

  const cases = casesOf(cast, sizes).filter(({ name }) => isSelected(name));
  const counts = { seconds: Number(values.seconds), rounds: Number(values.rounds), stall: () => api.stall() };
  const rows = await measure(targets, cases, counts, log);

  const figures: Figures[] = [];
  const take = async (name: string, of: () => Promise<Figures>) => {
    if (!isSelected(name)) return;
    figures.push(await of());
    log(figures.at(-1)?.text ?? '');
  };
  await take('start', restFigures);
  await take('ranking', () => rankingFigures(domain, postmaster));
  await take('group', async () => {
    const fresh = keep(await startApi(root, env));
    return groupFigures(domain, fresh).finally(fresh.stop);
  });
  const processes = Number(values.processes);
  await take('processes', () => processesFigures(root, env, cast.viewers[1] as Member, processes));
  await take('opening', () => openingFigures(ctx, api.origin));
  for (const streams of values.streams.split(',').map(Number)) {
    await take('streams', async () => {
      const fresh = keep(await startApi(root, env));
      return streamFigures(domain, fresh, streams).finally(fresh.stop);
    });
  }
  if (['upload to ready', 'import', 'deletion'].some(isSelected)) {
    const worker = keep(await startProcess(join(root, 'apps/worker/dist/main.js'), env));
    await take('upload to ready', () => uploadFigures(api.origin, cast.writer));
    await take('import', () => importFigures(api.origin, cast.writer, cast.viewers[0] as Member, worker.pid));
    await take('deletion', () =>
      deletionFigures(ctx, api.origin, cast.writer, sizes.likes, { worker: worker.pid, postmaster }),
    );
  }
  if (['worst data', 'pestered'].some(isSelected)) {
    const worst = keep(await openSide(root, join(folder, 'worst-data'), asked));
    const worstDb = await openDatabase({ url: worst.env.DATABASE_URL });
    await fillWorst(worstDb, asked.likes, (what) => log(`filling the worst: ${what}`));
    await worstDb.close();
    await take('worst data', () => worstFigures(kith, worst, counts, log));
    await take('pestered', async () => {
      const limited = keep(await startApi(root, { ...worst.env, RATE_LIMIT: 'on', ALLOW_RATE_LIMIT_OFF: 'off' }));
      return pesteredFigures(limited.origin, worst.cast.viewers).finally(limited.stop);
    });
  }
  await close();
  await db.close();

  const at = new Date().toISOString();
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const table = markdown(
    [
      `# Bench, ${at.slice(0, 16)}Z`,
      `${machine}; servers, databases and load on the same cores. Rows: ${Object.entries(sizes)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}. Production mode, limits off, sessions on.`,
      `Processor milliseconds per request, server + database: the median of ${values.rounds} rounds of ${values.seconds} s, and between which values their sum lay. Ratio: the other's sum by Kith's.`,
    ],
    rows,
    figures,
    commit,
  );
  await mkdir(join(root, 'bench-results'), { recursive: true });
  const report = { at, machine, sizes, commit, rows, figures };
  await writeFile(join(root, 'bench-results/latest.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(root, 'bench-results/latest.md'), `${table}\n`);
  console.log(table);
} finally {
  for (const each of running) await each.stop();
  if (!values.data) {
    if (commit) removeCheckout(checkout);
    await rm(folder, { recursive: true, force: true });
  }
}
