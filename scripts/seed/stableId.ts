import { createHash } from 'node:crypto';

/** Returns a UUID that depends only on the name, so that a second run finds what the first run has created. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(`kith demo ${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
