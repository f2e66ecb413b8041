import type { Measured } from './load.ts';
import type { StreamFigures } from './streams.ts';

export interface Row {
  name: string;
  connections: number;
  kith: Measured;
  floor: Measured;
}

export interface Report {
  at: string;
  machine: string;
  sizes: object;
  rows: Row[];
  live: StreamFigures | null;
  upload: { uploadMs: number[]; sharpMs: number[] } | null;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The figures as a table a person can read. */
export function markdown({ at, machine, sizes, rows, upload, live }: Report): string {
  const lines = rows.map(({ name, connections, kith, floor }) =>
    [
      name,
      connections,
      kith.perSecond,
      floor.perSecond,
      (kith.perSecond / floor.perSecond).toFixed(2),
      kith.p50,
      kith.p99,
      kith.failed,
    ].join(' | '),
  );
  return `# Bench, ${at.slice(0, 16)}Z

${machine}. Rows: ${Object.entries(sizes)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}. Production mode, limits off, sessions on.

| what | connections | Kith /s | floor /s | ratio | p50 ms | p99 ms | failed |
|---|---|---|---|---|---|---|---|
${lines.map((line) => `| ${line} |`).join('\n')}
${upload ? `\nA 12-megapixel JPEG, upload to all variants served: median ${median(upload.uploadMs).toFixed(0)} ms of ${upload.uploadMs.length}; sharp alone for the same variants: ${median(upload.sharpMs).toFixed(0)} ms.\n` : ''}${live ? `\nWith ${live.streams} streams open, a message reaches the other browser's stream in p50 ${live.p50} ms, p99 ${live.p99} ms; ${live.lost} lost; the api grows by ${live.kilobytesPerStream} kB a stream.\n` : ''}`;
}
