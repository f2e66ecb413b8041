import type { Measured } from './load.ts';
import type { Stall } from './server.ts';
import type { StreamFigures } from './streams.ts';

export interface Row {
  name: string;
  connections: number;
  kith: Measured;
  floor: Measured;
  /** Of the api's event loop. */
  stall: Stall;
}

export interface Report {
  at: string;
  machine: string;
  sizes: object;
  rows: Row[];
  live: StreamFigures[];
  upload: { uploadMs: number[]; sharpMs: number[] } | null;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const row = ({ name, connections, kith, floor, stall }: Row): string =>
  `| ${[
    name,
    connections,
    kith.perSecond,
    floor.perSecond,
    (kith.perSecond / floor.perSecond).toFixed(2),
    kith.p50,
    kith.p99,
    kith.failed,
    stall.worst,
  ].join(' | ')} |`;

function streams({ streams, held, kilobytesPerStream, toStream, toPage, likeToStreams }: StreamFigures): string {
  const kept = `With ${streams} streams open (${held} held to the end) the api grew by ${kilobytesPerStream} kB a stream.`;
  if (likeToStreams) {
    const { p50, p99, heard, lost } = likeToStreams;
    return `${kept} Of 200 likes a second, each stream with the post on its screen heard after p50 ${p50} ms, p99 ${p99} ms (${heard} heard, ${lost} lost).`;
  }
  if (!toStream || !toPage) return kept;
  return `${kept} A message reached the receiver's stream in p50 ${toStream.p50} ms, p99 ${toStream.p99} ms (${toStream.lost} lost), and its bubble stood in the other browser's page after p50 ${toPage.p50} ms, p99 ${toPage.p99} ms (${toPage.lost} lost).`;
}

/** The figures as a table a person can read. */
export function markdown({ at, machine, sizes, rows, upload, live }: Report): string {
  const counts = Object.entries(sizes).map(([name, count]) => `${count} ${name}`);
  return [
    `# Bench, ${at.slice(0, 16)}Z`,
    `${machine}. Rows: ${counts.join(', ')}. Production mode, limits off, sessions on.`,
    [
      '| what | connections | Kith /s | floor /s | ratio | p50 ms | p99 ms | failed | worst stall ms |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows.map(row),
    ].join('\n'),
    ...live.map(streams),
    upload &&
      `A 12-megapixel JPEG, upload to all variants served: median ${median(upload.uploadMs).toFixed(0)} ms of ${upload.uploadMs.length}; sharp alone for the same variants: ${median(upload.sharpMs).toFixed(0)} ms.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
