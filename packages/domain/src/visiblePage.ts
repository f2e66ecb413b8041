import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@kith/contracts';
import type { Examined } from '@kith/db';
import type { Context } from './context.ts';
import { encodeCursor, type PageInput } from './cursor.ts';
import { sealCursor, unsealCursor } from './sealedCursor.ts';

/**
 * Rows that one call examines beyond its page, as a multiple of it and at most: where nearly everything is hidden from the
 * viewer, a page ends early with a cursor to go on from. `npm run bench -- --only pestered` shows what it costs others.
 */
const beyond = { pages: 3, most: 200 };

/** Waited before that, in milliseconds: whoever asks for hidden rows over and over leaves the database to the others meanwhile. */
const pauseMs = 20;

/** How a list is read that examines rows which its viewer may not see. */
interface VisibleList<Key, Row extends Examined, View> {
  /** Parses a cursor; without one, the key before the first row. Throws `invalid-cursor`. */
  key: (cursor: string | null | undefined) => Key;
  /** Examines that many rows after a key, fewer only at the end of the list, and returns what is shown and the last one. */
  read: (after: Key, rows: number) => Promise<Row[]>;
  view: (row: Row) => View;
  /** The parts of a row's cursor. */
  keyOf: (row: Row) => (string | number)[];
}

/**
 * A page of what the viewer may see. One statement serves a page of visible rows; where too many are hidden, a second one
 * examines the rest. A cursor that names a hidden row is sealed, so that it gives nothing away.
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
  for (const [round, rows] of [wanted, Math.min(beyond.pages * wanted, beyond.most)].entries()) {
    const found = await read(key(after), rows);
    for (const row of found) if (row.shown) shown.push(row);
    if (shown.length > limit) {
      const items = shown.slice(0, limit);
      return { items: items.map(view), nextCursor: encodeCursor(...keyOf(items.at(-1) as Row)) };
    }
    last = found.at(-1);
    if (last?.position !== rows) return { items: shown.map(view), nextCursor: null };
    after = encodeCursor(...keyOf(last));
    if (round === 0) await wait(pauseMs);
  }
  const nextCursor = last?.shown ? after : await sealCursor(ctx, after as string);
  return { items: shown.map(view), nextCursor: nextCursor ?? null };
}
