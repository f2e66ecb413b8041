import type { Measured } from './load.ts';

/** The figures of the median round, with CPU times in ms per request. `spread` is the range of their sum over all rounds. */
export interface Cost extends Measured {
  serverMs: number;
  databaseMs: number;
  spread: [least: number, most: number];
}

/** The product, the baseline whose statements never change, the one with the product's current statements, and another commit. */
export type Subject = 'kith' | 'still' | 'moving' | 'against';

export interface Row extends Partial<Record<Subject, Cost>> {
  name: string;
  connections: number;
  kith: Cost;
  still: Cost;
  moving: Cost;
  /** The api's longest event loop stall. */
  stallMs: number;
}

/** A measurement that is reported as a sentence instead of a row. */
export interface Figures {
  name: string;
  text: string;
  figures: object;
}

const total = ({ serverMs, databaseMs }: Cost): number => serverMs + databaseMs;

/** The other target's CPU time divided by Kith's: 1 is equal, 0.5 means that Kith needs twice as much. */
const ratio = (kith: Cost, other?: Cost): string => (other ? (total(other) / total(kith)).toFixed(2) : '');

const cost = (of?: Cost): string => (of ? `${of.serverMs.toFixed(2)} + ${of.databaseMs.toFixed(2)}` : '');

const withSpread = (of?: Cost): string => (of ? `${cost(of)} (${of.spread.map((ms) => ms.toFixed(2)).join('–')})` : '');

/** Formats a row as a line of text, which the bench prints as soon as the row is measured. */
export function line({ name, connections, kith, still, moving, against, stallMs }: Row): string {
  const floorTexts = `still ${cost(still)}, ${ratio(kith, still)}; moving ${cost(moving)}, ${ratio(kith, moving)}`;
  const commit = against ? `; against ${withSpread(against)}, ${ratio(kith, against)}, ${against.perSecond}/s` : '';
  const failed = [kith, still, moving, against].reduce((sum, each) => sum + (each?.failed ?? 0), 0);
  const end = failed ? `, ${failed} FAILED` : '';
  return `${name} at ${connections}: ${withSpread(kith)} ms, ${kith.perSecond}/s; ${floorTexts}${commit}; stall ${stallMs} ms${end}`;
}

/** The columns of the report's table. */
const columns: [title: string, of: (row: Row) => string | number][] = [
  ['what', ({ name }) => name],
  ['connections', ({ connections }) => connections],
  ['Kith ms', ({ kith }) => withSpread(kith)],
  ['still floor ms', ({ still }) => cost(still)],
  ['ratio', ({ kith, still }) => ratio(kith, still)],
  ['moving floor ms', ({ moving }) => cost(moving)],
  ['ratio', ({ kith, moving }) => ratio(kith, moving)],
  ['Kith /s', ({ kith }) => kith.perSecond],
  ['still /s', ({ still }) => still.perSecond],
  ['moving /s', ({ moving }) => moving.perSecond],
  ['p50 ms', ({ kith }) => kith.p50],
  ['p99 ms', ({ kith }) => kith.p99],
  ['failed', ({ kith }) => kith.failed],
  ['worst stall ms', ({ stallMs }) => stallMs],
];

const againstColumns = (commit: string): typeof columns => [
  [`${commit} ms`, ({ against }) => withSpread(against)],
  ['ratio', ({ kith, against }) => ratio(kith, against)],
  [`${commit} /s`, ({ against }) => against?.perSecond ?? ''],
  ['failed', ({ against }) => against?.failed ?? ''],
];

const tableRow = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** Formats the report as Markdown: a table of the rows, and the other figures. */
export function markdown(about: string[], rows: Row[], figures: Figures[], commit?: string): string {
  const shown = commit ? [...columns, ...againstColumns(commit)] : columns;
  const table = [
    shown.map(([title]) => title),
    shown.map(() => '---'),
    ...rows.map((row) => shown.map(([, of]) => of(row))),
  ];
  return [...about, table.map(tableRow).join('\n'), ...figures.map(({ text }) => text)].join('\n\n');
}
