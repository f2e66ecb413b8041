import * as z from 'zod/mini';
import type { ValidationKey } from './validation.ts';

/** Types a schema's message as a known key. */
export const key = (k: ValidationKey): ValidationKey => k;

/** A row id: a whole number from 1 to 2^53 - 1. */
export const id = z.int(key('invalid-id')).check(z.positive(key('invalid-id')));

/** ISO 8601 in UTC. */
export const time = z.iso.datetime({ precision: 3 });

/** A time that a client gives, within the years that the database takes and gives back with four digits. */
export const givenTime = z.iso
  .datetime(key('invalid-input'))
  .check(z.refine((text) => !/^(?:0000|9999)/.test(text), key('invalid-input')));

/** A made-by-the-client id that makes a retry of the same write harmless. */
export const clientId = z.uuid(key('invalid-input'));

/** Text the database can hold: no NUL, no lone surrogates. A pattern, so that /openapi.json says it too. */
export const storable = (k: ValidationKey) => z.regex(/^[^\0\p{Surrogate}]*$/u, k);

/** Text without control or invisible formatting characters, which a terminal or a mail would obey. */
export const printablePattern = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]*$/u;
export const printable = (k: ValidationKey) => z.regex(printablePattern, k);

/** Trimmed text of 1 to `max` characters (code points count as the reader sees them written: UTF-16 units). */
export const requiredText = (max: number, missing: ValidationKey, tooLong: ValidationKey) =>
  z
    .string(missing)
    .check(z.trim(), z.minLength(1, key(missing)), z.maxLength(max, key(tooLong)), storable('text-not-storable'));

/** Trimmed text of 0 to `max` characters. */
export const optionalText = (max: number, tooLong: ValidationKey) =>
  z.string(key('invalid-input')).check(z.trim(), z.maxLength(max, key(tooLong)), storable('text-not-storable'));

/** Where a list goes on: the `nextCursor` of the page before, and how many rows at most. */
export const pageInput = z.object({
  limit: z._default(
    z.int(key('invalid-limit')).check(z.minimum(1, key('invalid-limit')), z.maximum(500, key('invalid-limit'))),
    100,
  ),
  cursor: z.nullish(z.string(key('invalid-cursor')).check(z.maxLength(1000, key('invalid-cursor')))),
});

export const count = z.int().check(z.nonnegative());

/** Where a list goes on: `nextCursor` goes back as `cursor`; null on the last page. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}
