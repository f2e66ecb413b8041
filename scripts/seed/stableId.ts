import { createHash } from 'node:crypto';

/** A UUID derived from a name: seeding again finds what the first run created. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(`kith demo ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
