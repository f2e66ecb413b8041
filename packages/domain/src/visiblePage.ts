import type { Page } from '@kith/contracts';
import type { Examined } from '@kith/db';
import { encodeCursor, type PageInput } from './cursor.ts';

/**
 * The maximum number of rows that one page examines, which bounds the cost for a member who sees almost nothing. A page is full
 * unless its list ends, so that its size does not reveal hidden rows. Only where this many hidden rows follow each other does
 * it end early.
 */
const maxExamined = 1_500;
/** The maximum number of rows that one statement examines. */
const maxAtOnce = 1_000;

/** How to read a list that also examines rows hidden from its viewer. */
interface VisibleList<Key, Row extends Examined, View> {
  /** Parses a cursor; returns the key before the first row if there is no cursor. Throws `invalid-cursor`. */
  key: (cursor: string | null | undefined) => Key;
  /**
   * Examines `rows` rows after a key, fewer only at the end of the list. Returns the visible ones and the last one examined.
   */
  read: (after: Key, rows: number) => Promise<Row[]>;
  view: (row: Row) => View;
  /** Returns the parts of the cursor that continues after this row. */
  keyOf: (row: Row) => (string | number)[];
  /** How many rows are usually examined for one that is shown; 1 by default. */
  rowsPerResult?: number;
}

/** A page of rows that the viewer may see. One statement is enough unless some of its rows are hidden. */
export async function visiblePage<Key, Row extends Examined, View>(
  { limit, cursor }: PageInput,
  { key, read, view, keyOf, rowsPerResult = 1 }: VisibleList<Key, Row, View>,
): Promise<Page<View>> {
  const shown: Row[] = [];
  let after = cursor;
  let rows = (limit + 1) * rowsPerResult;
  for (let examined = 0; examined < maxExamined; examined += rows, rows = Math.min(rows * 4, maxAtOnce)) {
    const found = await read(key(after), rows);
    for (const row of found) if (row.shown) shown.push(row);
    if (shown.length > limit) {
      const items = shown.slice(0, limit);
      return { items: items.map(view), nextCursor: encodeCursor(...keyOf(items.at(-1) as Row)) };
    }
    const last = found.at(-1);
    if (last?.position !== rows) return { items: shown.map(view), nextCursor: null };
    after = encodeCursor(...keyOf(last));
  }
  return { items: shown.map(view), nextCursor: after ?? null };
}
