import type { DeletionFigures, RankingFigures } from './bounds.ts';
import type { Measured } from './load.ts';
import type { Stall } from './server.ts';
import type { StreamFigures } from './streams.ts';

/** Rates, and processor milliseconds per request. */
export interface Cost extends Measured {
  serverMs: number;
  databaseMs: number;
}

export interface Row {
  name: string;
  connections: number;
  kith: Cost;
  floor: Cost;
  /** Of the api's event loop. */
  stall: Stall;
}

export interface Report {
  at: string;
  machine: string;
  node: string;
  sizes: object;
  /** How long filling them took, in seconds. */
  filled: number;
  rows: Row[];
  live: StreamFigures[];
  ranking: RankingFigures | null;
  deletion: DeletionFigures | null;
  upload: { uploadMs: number[]; sharpMs: number[] } | null;
}

/** The figures of the last release beside today's. */
export interface Comparison {
  about: string;
  of: (row: Row) => string;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export const processorMs = ({ serverMs, databaseMs }: Cost): number => serverMs + databaseMs;

/** The floor's processor time per request in relation to Kith's: 1 is as good as the floor. */
export const ratioOf = ({ kith, floor }: Row): string => (processorMs(floor) / processorMs(kith)).toFixed(2);

const parts = ({ serverMs, databaseMs }: Cost): string => `${serverMs.toFixed(2)} + ${databaseMs.toFixed(2)}`;

/** A row as it is told while the others are still to come. */
export function line(row: Row): string {
  const { name, connections, kith, floor, stall } = row;
  const rates = `${kith.perSecond}/s, floor ${floor.perSecond}/s, ${(kith.perSecond / floor.perSecond).toFixed(2)}`;
  const cost = `${parts(kith)} ms, floor ${parts(floor)} ms, ${ratioOf(row)}`;
  const failed = kith.failed ? `, ${kith.failed} FAILED` : '';
  return `${name} at ${connections}: ${rates}; ${cost}; stall ${stall.worst} ms${failed}`;
}

const row = (each: Row, last: string): string => {
  const { name, connections, kith, floor, stall } = each;
  return `| ${[
    name,
    connections,
    parts(kith),
    parts(floor),
    ratioOf(each),
    last,
    kith.perSecond,
    floor.perSecond,
    (kith.perSecond / floor.perSecond).toFixed(2),
    kith.p50,
    kith.p99,
    kith.failed,
    stall.worst,
  ].join(' | ')} |`;
};

function streams({
  streams,
  held,
  kilobytesPerStream,
  usedPerStream,
  followsMost,
  kilobytesPerFurther,
  toStream,
  toPage,
  likeToStreams,
}: StreamFigures): string {
  const kept = `With ${streams} streams open (${held} held to the end) the api grew by ${kilobytesPerStream} kB a stream, ${kilobytesPerFurther} kB for each of the second half of them; ${usedPerStream} kB a stream are in use after a collection, ${followsMost.usedKb} kB for one of a member who follows ${followsMost.follows}.`;
  if (likeToStreams) {
    const { p50, p99, worst, heard, lost, answers, apiStall, ownStall } = likeToStreams;
    return `${kept} Of 200 likes a second, each stream with the post on its screen heard after p50 ${p50} ms, p99 ${p99} ms, ${worst} ms at worst (${heard} heard, ${lost} lost); the calls were answered after p50 ${answers.p50} ms, p99 ${answers.p99} ms. The api's event loop stood still for ${apiStall.worst} ms at worst, those of the processes that measure for ${ownStall.worst} ms.`;
  }
  if (!toStream || !toPage) return kept;
  return `${kept} A message reached the receiver's stream in p50 ${toStream.p50} ms, p99 ${toStream.p99} ms (${toStream.lost} lost), and its bubble stood in the other browser's page after p50 ${toPage.p50} ms, p99 ${toPage.p99} ms (${toPage.lost} lost).`;
}

/** The figures as a table a person can read. */
export function markdown(
  { at, machine, node, sizes, filled, rows, upload, live, ranking, deletion }: Report,
  last: Comparison,
): string {
  const counts = Object.entries(sizes).map(([name, count]) => `${count} ${name}`);
  return [
    `# Bench, ${at.slice(0, 16)}Z`,
    `${machine}, Node ${node}; server, database and load on the same cores. Rows: ${counts.join(', ')}; filled in ${filled} s. Production mode, limits off, sessions on.`,
    'Kith ms and floor ms: processor milliseconds per request, server + database; ratio: the sum of the floor to that of Kith.',
    last.about,
    [
      '| what | connections | Kith ms | floor ms | ratio | last | Kith /s | floor /s | ratio of rates | p50 ms | p99 ms | failed | worst stall ms |',
      '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
      ...rows.map((each) => row(each, last.of(each))),
    ].join('\n'),
    ranking &&
      `A run of the ranking after ${ranking.likes} likes: ${ranking.serverMs} + ${ranking.databaseMs} ms of processor time, server and database; ${ranking.tookMs} ms by the clock; the first ones ${ranking.first.serverMs} + ${ranking.first.databaseMs} ms.`,
    deletion &&
      `Deleting a post with ${deletion.likes} likes was answered after ${deletion.answeredMs} ms and done after ${(deletion.removedMs / 1_000).toFixed(1)} s, with ${deletion.workerMs} + ${deletion.databaseMs} ms of processor time, worker and database.`,
    ...live.map(streams),
    upload &&
      `A 12-megapixel JPEG, upload to all variants served: median ${median(upload.uploadMs).toFixed(0)} ms of ${upload.uploadMs.length}; sharp alone for the same variants: ${median(upload.sharpMs).toFixed(0)} ms.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
