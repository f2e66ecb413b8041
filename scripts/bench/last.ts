import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/bootstrap.mjs';
import { type Comparison, processorMs, type Report, type Row } from './report.ts';

/** The figures of the last release's full run, kept in the repository. */
const file = join(root, 'scripts/bench/last.json');

/** Processor milliseconds per request, server and database. */
type Figures = Record<'kith' | 'floor', [server: number, database: number]>;

interface Last {
  at: string;
  machine: string;
  node: string;
  sizes: object;
  rows: Record<string, Figures>;
}

const keyOf = ({ name, connections }: Row): string => `${name} at ${connections}`;

const readLast = (): Last | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Last) : null);

/** Keeps a run's figures for the next to be compared with; what it did not measure stays as it was. */
export function keepAsLast({ at, machine, node, sizes, rows }: Report): void {
  const last = readLast();
  const before = last && comparable(last, { machine, sizes }) ? last.rows : {};
  const figures = rows.map((row): [string, Figures] => {
    const of = (who: 'kith' | 'floor'): [number, number] => [row[who].serverMs, row[who].databaseMs];
    return [keyOf(row), { kith: of('kith'), floor: of('floor') }];
  });
  const all: Last = { at, machine, node, sizes, rows: { ...before, ...Object.fromEntries(figures) } };
  // A row a line, so that a change of one shows as one.
  const lines = Object.entries(all.rows).map(
    ([name, { kith, floor }]) => `    "${name}": { "kith": [${kith.join(', ')}], "floor": [${floor.join(', ')}] }`,
  );
  const head = JSON.stringify({ ...all, rows: undefined }, null, 2).replace(/\n\}$/, '');
  writeFileSync(file, `${head},\n  "rows": {\n${lines.join(',\n')}\n  }\n}\n`);
}

/** Milliseconds of two machines, or of two sizes, say nothing of each other. */
const comparable = (last: Last, now: Pick<Report, 'machine' | 'sizes'>): boolean =>
  last.machine === now.machine && JSON.stringify(last.sizes) === JSON.stringify(now.sizes);

/** By how much processor time per request may grow before it is marked: as much as one run differs from another. */
const allowed = 1.15;

/** What each row took at the last release, marked where it takes clearly more now. */
export function sinceLast(report: Report): Comparison {
  const last = readLast();
  if (!last) return { about: '', of: () => '' };
  const compare = comparable(last, report);
  const which = compare ? 'marked where it was 15 % less' : `on another machine or with other rows: ${last.machine}`;
  return {
    about: `Last: Kith ms of ${last.at.slice(0, 10)}, ${which}.`,
    of: (row) => {
      const figures = last.rows[keyOf(row)];
      if (!figures) return '';
      const [server, database] = figures.kith;
      const grown = processorMs(row.kith) / (server + database);
      const mark = compare && grown > allowed ? ` **+${Math.round((grown - 1) * 100)} %**` : '';
      return `${server.toFixed(2)} + ${database.toFixed(2)}${mark}`;
    },
  };
}
