import type { Measured } from './load.ts';

/** The figures of the median round, with CPU times in ms per request. `spread` is the range of their sum over all rounds. */
export interface Cost extends Measured {
  serverMs: number;
  databaseMs: number;
  spread: [least: number, most: number];
}

/** The product, the floor of the home feed, and the product of another commit. */
export type Subject = 'kith' | 'floor' | 'against';

export interface Row extends Partial<Record<Subject, Cost>> {
  name: string;
  connections: number;
  kith: Cost;
}

/** A measurement that is reported as a sentence instead of a row. */
export interface Figures {
  name: string;
  text: string;
  figures: object;
}

export const total = ({ serverMs, databaseMs }: Cost): number => serverMs + databaseMs;

/** The other target's CPU time divided by Kith's: 1 is equal, 0.5 means that Kith needs twice as much. */
const ratio = (kith: Cost, other?: Cost): string => (other ? (total(other) / total(kith)).toFixed(2) : '');

const withSpread = (of?: Cost): string =>
  of
    ? `${of.serverMs.toFixed(2)} + ${of.databaseMs.toFixed(2)} (${of.spread.map((ms) => ms.toFixed(2)).join('–')})`
    : '';

/** The columns of the report's table; the last three only with another commit. */
const columnsOf = (commit?: string): [title: string, of: (row: Row) => string | number][] => [
  ['what', ({ name }) => name],
  ['connections', ({ connections }) => connections],
  ['Kith ms', ({ kith }) => withSpread(kith)],
  ['floor ms', ({ floor }) => withSpread(floor)],
  ['ratio', ({ kith, floor }) => ratio(kith, floor)],
  ['Kith /s', ({ kith }) => kith.perSecond],
  ['p50 ms', ({ kith }) => kith.p50],
  ['p99 ms', ({ kith }) => kith.p99],
  ['failed', ({ kith, floor, against }) => [kith, floor, against].map((each) => each?.failed ?? 0).join(' ')],
  [`${commit} ms`, ({ against }) => withSpread(against)],
  ['ratio', ({ kith, against }) => ratio(kith, against)],
  [`${commit} /s`, ({ against }) => against?.perSecond ?? ''],
];

/** Formats rows as a Markdown table. */
export function table(rows: Row[], commit?: string): string {
  const columns = columnsOf(commit).slice(0, commit ? undefined : -3);
  const titles = columns.map(([title]) => title);
  const cells = [titles, titles.map(() => '---'), ...rows.map((row) => columns.map(([, of]) => of(row)))];
  return cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Formats a row as a line of text, which the bench prints as soon as the row is measured. */
export const line = (row: Row): string =>
  columnsOf()
    .slice(0, -3)
    .map(([title, of]) => `${title} ${of(row)}`)
    .join(', ');
