import type { Page } from '@kith/contracts';
import { Refusal } from './errors.ts';

/** Above every id: where a list that goes down starts. */
export const maxId = Number.MAX_SAFE_INTEGER;

/** A place in a list ordered by time, then id. */
export interface TimeCursor {
  at: string;
  id: number;
}

export interface PageInput {
  limit: number;
  cursor?: string | null | undefined;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * Whether a text is a time as we write it. Date takes February 30th for March 2nd and knows a year 0, PostgreSQL refuses
 * both: only what Date writes back unchanged is a day.
 */
function isTime(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

function decode(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parts)) return parts;
  } catch {
    // Not ours; answered below.
  }
  throw new Refusal('invalid-cursor');
}

export const encodeCursor = (...parts: (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Reads a (time, id) cursor; without one, the place before the newest row. Throws `invalid-cursor`. */
export function timeCursor(cursor: string | null | undefined): TimeCursor {
  if (cursor == null) return { at: 'infinity', id: maxId };
  const [at, id] = decode(cursor);
  if (typeof at !== 'string' || !isId(id) || !isTime(at)) throw new Refusal('invalid-cursor');
  return { at, id };
}

/** Reads a cursor of one id; without one, `first`. Throws `invalid-cursor`. */
export function idCursor(cursor: string | null | undefined, first = maxId): number {
  if (cursor == null) return first;
  const [id] = decode(cursor);
  if (!isId(id)) throw new Refusal('invalid-cursor');
  return id;
}

/** Reads a cursor of two ids; without one, the place before the first row. Throws `invalid-cursor`. */
export function idPairCursor(cursor: string | null | undefined): [number, number] {
  if (cursor == null) return [maxId, maxId];
  const [a, b] = decode(cursor);
  if (!isId(a) || !isId(b)) throw new Refusal('invalid-cursor');
  return [a, b];
}

/** Reads a cursor of one word; without one, the empty word. Throws `invalid-cursor`. */
export function wordCursor(cursor: string | null | undefined): string {
  if (cursor == null) return '';
  const [word] = decode(cursor);
  if (typeof word !== 'string' || word.length > 400 || !word.isWellFormed() || word.includes('\u0000'))
    throw new Refusal('invalid-cursor');
  return word;
}

/** Reads a (0 for those followed or 1 for others, part of a name, id) cursor; without one, the place before the first. Throws `invalid-cursor`. */
export function partCursor(cursor: string | null | undefined): { followed: number; after: string; id: number } {
  if (cursor == null) return { followed: 0, after: '', id: 0 };
  const [followed, after, id] = decode(cursor);
  const known = (followed === 0 || followed === 1) && typeof after === 'string' && /^[a-z0-9_.-]{1,20}$/.test(after);
  if (!known || !isId(id)) throw new Refusal('invalid-cursor');
  return { followed, after, id };
}

/** Reads a (snapshot, rank) cursor; without one, the top of the newest snapshot. Throws `invalid-cursor`. */
export function popularCursor(cursor: string | null | undefined): { snapshot: number | null; rank: number } {
  if (cursor == null) return { snapshot: null, rank: 0 };
  const [snapshot, rank] = decode(cursor);
  if (!isId(snapshot) || !isId(rank) || rank > 1_000_000) throw new Refusal('invalid-cursor');
  return { snapshot, rank };
}

/** Makes a page of rows read with one row more than `limit`; `place` says where the next page starts. */
export function toPage<Row, View>(
  rows: Row[],
  limit: number,
  view: (row: Row) => View,
  place: (last: Row) => (string | number)[],
): Page<View> {
  const shown = rows.length > limit ? rows.slice(0, limit) : rows;
  const last = shown.at(-1);
  return {
    items: shown.map(view),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(...place(last)) : null,
  };
}
