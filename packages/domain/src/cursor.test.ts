import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chatCursor,
  encodeCursor,
  idCursor,
  idPairCursor,
  maxId,
  popularCursor,
  timeCursor,
  toPage,
  wordCursor,
} from './cursor.ts';

const invalid = expect.objectContaining({ code: 'invalid-cursor' });
const refused = (read: () => unknown) => expect(read).toThrow(invalid);

describe('a cursor', () => {
  it.each([
    ['time', () => timeCursor(null), { at: 'infinity', id: maxId }],
    ['id', () => idCursor(undefined), maxId],
    ['id with another start', () => idCursor(null, 7), 7],
    ['pair of ids', () => idPairCursor(null), [maxId, maxId]],
    ['chat', () => chatCursor(null), { pinned: true, last: maxId, id: maxId }],
    ['word', () => wordCursor(null), ''],
    ['rank', () => popularCursor(null), { snapshot: null, rank: 0 }],
  ] as const)('that is missing means the start of the list: %s', (_, read, place) => expect(read()).toEqual(place));

  it('is decoded to what was encoded', () => {
    const at = '2026-02-28T23:59:59.999Z';
    expect(timeCursor(encodeCursor(at, 3))).toEqual({ at, id: 3 });
    expect(idCursor(encodeCursor(0))).toBe(0);
    expect(idPairCursor(encodeCursor(1, maxId))).toEqual([1, maxId]);
    expect(chatCursor(encodeCursor(0, 5, 6))).toEqual({ pinned: false, last: 5, id: 6 });
    expect(wordCursor(encodeCursor('zoë'))).toBe('zoë');
    expect(popularCursor(encodeCursor(2, 1_000_000))).toEqual({ snapshot: 2, rank: 1_000_000 });
  });

  it.each([
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01T24:00:00.000Z',
    'infinity',
    1,
    null,
  ])('is refused with the time %s', (at) => refused(() => timeCursor(encodeCursor(at as string, 1))));

  it.each([-1, 0.5, maxId + 1, '1', null, Number.NaN])('is refused with the id %s', (id) => {
    for (const read of [idCursor, idPairCursor, chatCursor, popularCursor])
      refused(() => read(encodeCursor(id as number, 1)));
    refused(() => timeCursor(encodeCursor('2026-01-01T00:00:00.000Z', id as number)));
  });

  it('is refused with an invalid word, and with a rank beyond every ranking', () => {
    for (const word of ['x'.repeat(401), '\u0000', 7]) refused(() => wordCursor(encodeCursor(word)));
    refused(() => popularCursor(encodeCursor(1, 1_000_001)));
  });

  it('with arbitrary content is accepted or refused as invalid-cursor, and causes no other error', () => {
    const readers = [timeCursor, idCursor, idPairCursor, chatCursor, wordCursor, popularCursor];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => Buffer.from(text).toString('base64url')),
        ),
        (cursor) => {
          for (const read of readers) {
            try {
              read(cursor);
            } catch (error) {
              expect(error).toEqual(invalid);
            }
          }
        },
      ),
    );
  });
});

describe('a page of a list', () => {
  const page = (rows: number[], limit: number) =>
    toPage(
      rows,
      limit,
      (row) => row * 10,
      (row) => [row],
    );

  it('has at most its limit, and its cursor continues after its last item', () => {
    const { items, nextCursor } = page([5, 4, 3], 2);
    expect(items).toEqual([50, 40]);
    expect(idCursor(nextCursor)).toBe(4);
  });

  it('is the last one when no further row was found', () => {
    expect(page([5, 4], 2)).toEqual({ items: [50, 40], nextCursor: null });
    expect(page([], 2)).toEqual({ items: [], nextCursor: null });
  });
});
