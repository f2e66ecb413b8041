import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@kith/contracts';
import type { Examined } from '@kith/db';
import type { Context } from './context.ts';
import { encodeCursor, type PageInput } from './cursor.ts';
import { sealCursor, unsealCursor } from './sealedCursor.ts';

/**
 * If many rows of a page are hidden from the viewer, a second statement examines more rows: at most `pages` times the rows of a
 * page, and at most `maxRows`. If nearly everything is hidden, a page thus ends early with a cursor.
 * `npm run bench -- --only pestered` measures what this costs other members.
 */
const secondRead = { pages: 2, maxRows: 200 };

/**
 * The maximum delay before the second statement, in milliseconds. The delay is as long as the first statement took, so that a
 * member who lists hidden rows over and over leaves half of the database's time to others.
 */
const maxPauseMs = 20;

/** How to read a list that also examines rows hidden from its viewer. */
interface VisibleList<Key, Row extends Examined, View> {
  /** Parses a cursor; returns the key before the first row if there is no cursor. Throws `invalid-cursor`. */
  key: (cursor: string | null | undefined) => Key;
  /**
   * Examines `rows` rows after a key, fewer only at the end of the list. Returns the visible ones and the last one examined.
   */
  read: (after: Key, rows: number) => Promise<Row[]>;
  view: (row: Row) => View;
  /** The parts of a row's cursor. */
  keyOf: (row: Row) => (string | number)[];
}

/**
 * A page of rows that the viewer may see. Usually one statement is enough, also if it leaves the page half full. If more rows are
 * hidden, a second statement examines further rows. A cursor that refers to a hidden row is encrypted, so that it reveals
 * nothing.
 */
export async function visiblePage<Key, Row extends Examined, View>(
  ctx: Context,
  { limit, cursor }: PageInput,
  { key, read, view, keyOf }: VisibleList<Key, Row, View>,
): Promise<Page<View>> {
  const wanted = limit + 1;
  const shown: Row[] = [];
  let after = await unsealCursor(ctx, cursor);
  let last: Row | undefined;
  for (const [round, rows] of [wanted, Math.min(secondRead.pages * wanted, secondRead.maxRows)].entries()) {
    const start = performance.now();
    const found = await read(key(after), rows);
    for (const row of found) if (row.shown) shown.push(row);
    if (shown.length > limit) {
      const items = shown.slice(0, limit);
      return { items: items.map(view), nextCursor: encodeCursor(...keyOf(items.at(-1) as Row)) };
    }
    last = found.at(-1);
    if (last?.position !== rows) return { items: shown.map(view), nextCursor: null };
    after = encodeCursor(...keyOf(last));
    if (shown.length >= limit / 2) break;
    if (round === 0) await wait(Math.min(performance.now() - start, maxPauseMs));
  }
  const nextCursor = last?.shown ? after : await sealCursor(ctx, after as string);
  return { items: shown.map(view), nextCursor: nextCursor ?? null };
}
