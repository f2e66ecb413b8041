import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { openDeps } from '@kith/api/deps';
import { openDatabase } from '@kith/db';
import { probe } from '@kith/db/testing';
import { loadSettings } from '@kith/platform';
import { freePort } from '@kith/platform/postgres';
import { root } from '../lib/bootstrap.mjs';
import { readOptions } from '../lib/options.ts';
import { casesOf } from './cases.ts';
import { sizesOf } from './fill.ts';
import { idleFigures } from './idle.ts';
import { measure, type Target } from './measure.ts';
import { type Figures, type Subject, table } from './report.ts';
import { checkOut, openSide, removeCheckout, type Side, startApi, startProcess } from './side.ts';
import { streamFigures } from './streams.ts';
import { uploadFigures } from './upload.ts';
import { worstFigures } from './worst.ts';

const usage = `Usage: npm run bench -- [--only PATTERN --against COMMIT --rounds N --seconds N --data FOLDER --scale N]
Processor time and requests a second of Kith, of another commit and of a floor of the home feed, by turns, into bench-results.
--only takes the rows whose name fits (besides the calls: start, streams, upload to ready; "worst data" only if it is named),
--data keeps the filled databases for the next run, --scale 10 fills ten times as much; streams need at least 0.3.`;
const values = readOptions(usage, {
  scale: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '3' },
  only: { type: 'string', default: '' },
  against: { type: 'string' },
  data: { type: 'string' },
});
const asked = sizesOf(Number(values.scale));
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

/** Removes the likes of an earlier run, because a repeated one writes nothing. */
async function refresh({ env, filledAt }: Side): Promise<void> {
  const db = await openDatabase({ url: env.DATABASE_URL });
  await probe(db, 'delete from likes where created_at > $1', [filledAt]);
  await db.close();
}

const targetOf = ({ api, postmaster, cast }: Side): Target => ({ origin: api.origin, pid: api.pid, postmaster, cast });

try {
  const kith = keep(await openSide(root, join(folder, 'data'), asked));
  const { api, cast, sizes, env, postmaster } = kith;
  await refresh(kith);
  const port = String(await freePort());
  const floor = keep(await startProcess(join(root, 'scripts/bench/floor.ts'), { ...env, FLOOR_PORT: port }));
  const { domain, close } = await openDeps({ ...loadSettings(env), databaseUrl: env.DATABASE_URL });
  const targets: Partial<Record<Subject, Target>> = {
    floor: { origin: `http://127.0.0.1:${port}`, pid: floor.pid, postmaster },
    kith: { ...targetOf(kith), db: domain.db },
  };
  if (commit) {
    const other = keep(await openSide(checkOut(commit, checkout), join(folder, `${commit}-data`), sizes));
    await refresh(other);
    targets.against = targetOf(other);
  }
  const cases = casesOf(cast, sizes).filter(({ name }) => isSelected(name));
  const counts = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  const rows = await measure(targets, cases, counts, log);

  const figures: Figures[] = [];
  const take = async (of: Promise<Figures>) => {
    figures.push(await of);
    log(figures.at(-1)?.text ?? '');
  };
  if (isSelected('start')) await take(idleFigures());
  if (isSelected('streams')) await take(streamFigures(domain, keep(await startApi(root, env))));
  if (isSelected('upload to ready')) {
    keep(await startProcess(join(root, 'apps/worker/dist/main.js'), env));
    await take(uploadFigures(api.origin, cast.writer));
  }
  if (values.only && isSelected('worst data')) {
    const worst = keep(await openSide(root, join(folder, 'worst-data'), asked));
    await take(worstFigures(worst, counts.seconds));
  }
  await close();

  const at = new Date().toISOString();
  const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const numbers = Object.entries(sizes).map(([name, count]) => `${count} ${name}`);
  const text = [
    `# Bench, ${at.slice(0, 16)}Z`,
    `${machine}; servers, databases and load on the same cores. Rows: ${numbers.join(', ')}. Production mode, limits off, sessions on.`,
    `Processor milliseconds per request, server + database: the median of ${values.rounds} rounds of ${values.seconds} s, and between which values their sum lay. Ratio: the other's sum by Kith's.`,
    ...(rows.length ? [table(rows, commit)] : []),
    ...figures.map((each) => each.text),
  ].join('\n\n');
  await mkdir(join(root, 'bench-results'), { recursive: true });
  const report = { at, machine, sizes, commit, rows, figures };
  await writeFile(join(root, 'bench-results/latest.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(root, 'bench-results/latest.md'), `${text}\n`);
  console.log(text);
} finally {
  for (const each of running) await each.stop();
  if (!values.data) {
    if (commit) removeCheckout(checkout);
    await rm(folder, { recursive: true, force: true });
  }
}
