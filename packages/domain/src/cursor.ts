import type { Page } from '@kith/contracts';
import { Refusal } from './errors.ts';

/** Greater than every id: the start of a descending list. */
export const maxId = Number.MAX_SAFE_INTEGER;

/** A position in a list ordered by time and id. */
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
 * Whether a text is a timestamp in the format of the API. `Date` accepts February 30th as March 2nd, so the parsed date must
 * serialise to the same text. PostgreSQL refuses the year 0.
 */
function isTime(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

function decode(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(cursor);
    if (Array.isArray(parts)) return parts;
  } catch {
    // Not a cursor, which is refused below.
  }
  throw new Refusal('invalid-cursor');
}

/** The cursor of a place in a list. The endpoints encrypt it, see `sealCursor`. */
export const encodeCursor = (...parts: (string | number)[]): string => JSON.stringify(parts);

/** Parses a (time, id) cursor; returns the position before the newest row if there is no cursor. Throws `invalid-cursor`. */
export function timeCursor(cursor: string | null | undefined): TimeCursor {
  if (cursor == null) return { at: 'infinity', id: maxId };
  const [at, id] = decode(cursor);
  if (typeof at !== 'string' || !isId(id) || !isTime(at)) throw new Refusal('invalid-cursor');
  return { at, id };
}

/** Parses a cursor that contains one id; returns `first` if there is no cursor. Throws `invalid-cursor`. */
export function idCursor(cursor: string | null | undefined, first = maxId): number {
  if (cursor == null) return first;
  const [id] = decode(cursor);
  if (!isId(id)) throw new Refusal('invalid-cursor');
  return id;
}

/** Parses a cursor of two ids; returns the position before the first row if there is no cursor. Throws `invalid-cursor`. */
export function idPairCursor(cursor: string | null | undefined): [number, number] {
  if (cursor == null) return [maxId, maxId];
  const [a, b] = decode(cursor);
  if (!isId(a) || !isId(b)) throw new Refusal('invalid-cursor');
  return [a, b];
}

/**
 * Parses the cursor of a list of chats: 1 for a pinned chat or 0, and two ids; returns the position before the first row if there is no
 * cursor. Throws `invalid-cursor`.
 */
export function chatCursor(cursor: string | null | undefined): { pinned: boolean; last: number; id: number } {
  if (cursor == null) return { pinned: true, last: maxId, id: maxId };
  const [pinned, last, id] = decode(cursor);
  if ((pinned !== 0 && pinned !== 1) || !isId(last) || !isId(id)) throw new Refusal('invalid-cursor');
  return { pinned: pinned === 1, last, id };
}

/** Parses a cursor of one word; returns the empty word if there is no cursor. Throws `invalid-cursor`. */
export function wordCursor(cursor: string | null | undefined): string {
  if (cursor == null) return '';
  const [word] = decode(cursor);
  if (typeof word !== 'string' || word.length > 400 || !word.isWellFormed() || word.includes('\u0000'))
    throw new Refusal('invalid-cursor');
  return word;
}

/**
 * Parses a cursor of three parts: the rank of a found member from 0 to 3, part of a name, and an id. Returns the position before
 * the first row if there is no cursor. Throws `invalid-cursor`.
 */
export function partCursor(cursor: string | null | undefined): { rank: number; after: string; id: number } {
  if (cursor == null) return { rank: 0, after: '', id: 0 };
  const [rank, after, id] = decode(cursor);
  const known =
    [0, 1, 2, 3, 4].includes(rank as number) && typeof after === 'string' && /^[^\0\p{Surrogate}]{1,64}$/u.test(after);
  if (!known || !isId(id)) throw new Refusal('invalid-cursor');
  return { rank: rank as number, after, id };
}

/** Parses the cursor of failed jobs, a time and a text; returns the position before the newest one if there is no cursor. */
export function failedJobCursor(cursor: string | null | undefined): { at: string; id: string } {
  if (cursor == null) return { at: '9999', id: '' };
  const [at, id] = decode(cursor);
  if (typeof at !== 'string' || typeof id !== 'string' || !isTime(at)) throw new Refusal('invalid-cursor');
  return { at, id };
}

/** Parses a (snapshot, rank) cursor; returns the top of the newest snapshot if there is no cursor. Throws `invalid-cursor`. */
export function popularCursor(cursor: string | null | undefined): { snapshot: number | null; rank: number } {
  if (cursor == null) return { snapshot: null, rank: 0 };
  const [snapshot, rank] = decode(cursor);
  if (!isId(snapshot) || !isId(rank) || rank > 1_000_000) throw new Refusal('invalid-cursor');
  return { snapshot, rank };
}

/** Makes a page from up to `limit` + 1 rows; `place` returns the parts of the next cursor from the last row shown. */
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
