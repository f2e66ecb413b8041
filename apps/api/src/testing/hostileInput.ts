import fc from 'fast-check';
import type { DescribedOperation } from './describedAnswers.ts';

/** Names of fields: those of contracts, and unknown ones. */
export const names = [
  'userId',
  'postId',
  'messageId',
  'senderId',
  'receiverId',
  'followerId',
  'followedId',
  'withUserId',
  'afterMessageId',
  'limit',
  'cursor',
  'query',
  'userName',
  'email',
  'password',
  'identifier',
  'caption',
  'location',
  'content',
  'clientId',
  'bio',
  'oobCode',
  'newPassword',
  'uid',
  'firebaseUid',
  'sessionId',
  'kind',
  'lastEventId',
  'id',
  'reason',
  'caseId',
  'outcome',
  'note',
  'invitation',
  'uses',
  'expiresAt',
  'until',
  'audience',
  'audienceFrozen',
  'comments',
  'visibility',
  'code',
  'enabled',
  'messages',
  'tags',
  'followers',
  'endpoint',
  'keys',
  'p256dh',
  'auth',
  'language',
  '__proto__',
  'constructor',
];

/** Values of wrong types, and a few valid ones. */
export const nasty = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(1, 2, 3, 'alice', 'a@b.cd', 'friends1!', 'some text', 'like', null),
  },
  fc.constantFrom<unknown>(0, -1, 1.5, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, '1e3', '0x10', true, [], {}, ''),
  fc.constantFrom<unknown>(
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udc00',
    '\u202eevil',
    '%',
    '\\',
    "'; drop table users; --",
  ),
  fc.constant('x'.repeat(200_000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.base64String({ maxLength: 60 }),
);

/** Invalid dates, other time zones, and years at the limits of the database. */
const times = fc.oneof(
  fc.constantFrom<unknown>(
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-06-31T24:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00+14:00',
    '-271821-04-20T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '294277-01-01T00:00:00.000Z',
    'infinity',
    'now',
  ),
  fc.date().map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString())),
);

/** Ids of other members, ids that do not exist, and malformed ones. */
const forged = fc.oneof(fc.nat(60), fc.integer(), fc.bigInt().map(String), fc.double());

/** Forged cursors, as an attacker who has seen a valid one could write them. */
const cursors = fc
  .array(fc.oneof(times, forged, fc.constant(null), fc.array(times, { maxLength: 3 }), fc.string()), { maxLength: 4 })
  .map((parts) => {
    const text = JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    return Buffer.from(text).toString('base64url');
  });

export const anything = fc.oneof(
  { weight: 6, arbitrary: nasty },
  { weight: 2, arbitrary: forged },
  times,
  cursors,
  fc.record({ at: times, id: forged, nested: fc.array(fc.oneof(times, cursors), { maxLength: 3 }) }),
);

type Fields = Record<string, unknown>;

/** A call of an operation of /openapi.json, without its caller. */
export interface GeneratedCall {
  operation: DescribedOperation;
  /** Builds the call for a caller, from the valid input `sound`: path and body. */
  as(sound: Fields): { url: string; payload: unknown; headers: { 'content-type'?: string } };
}

const encode = (value: unknown) => {
  try {
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000);
  } catch {
    return '%EF%BF%BD';
  }
};

const only = (names: readonly string[], given: Fields): Fields =>
  Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));

const boundary = 'generated';

const upload = (bytes: Uint8Array, name: string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/**
 * The shapes of a generated input: mostly known fields, few of them wrong; also unknown fields, and bodies that are not
 * objects.
 */
const shapes = fc.constantFrom('own', 'own', 'own', 'bare', 'bare', 'bare', 'all', 'none', 'odd');

/** Calls of some of the operations, most of which pass the first validation. */
export const generatedCall = (operations: readonly DescribedOperation[], pictures: readonly Uint8Array[]) =>
  fc
    .record({
      operation: fc.constantFrom(...operations),
      shape: shapes,
      wrong: fc.array(fc.tuple(fc.nat(), anything), { maxLength: 2 }),
      odd: fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 8 }),
      body: nasty,
      bytes: fc.oneof(fc.constantFrom(...pictures), fc.uint8Array({ maxLength: 2_000 })),
      field: fc.constantFrom('file', 'file', 'file', 'other', '__proto__'),
    })
    .map(({ operation, shape, wrong, odd, body, bytes, field }): GeneratedCall => {
      const own = [...operation.inPath, ...operation.inQuery, ...operation.inBody];
      const replaced = Object.fromEntries(wrong.map(([at, value]) => [own[at % own.length] ?? 'none', value]));
      return {
        operation,
        as: (sound) => {
          const given: Fields = {
            own: { ...only(own, sound), ...only(own, replaced) },
            all: { ...sound, ...odd },
            none: {},
            odd,
            bare: only(own, sound),
          }[shape];
          const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(given[name] ?? '1') || '1');
          const left = Object.entries(given).filter(([name]) => !operation.inPath.includes(name));
          if (operation.method === 'GET') {
            const query = left.map(([name, value]) => `${name}=${encode(value)}`).join('&');
            return { url: `${path}?${query}`, payload: undefined, headers: {} };
          }
          if (operation.upload) {
            const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
            return { url: path, payload: upload(bytes, field), headers };
          }
          const json = shape === 'none' ? body : Object.fromEntries(left);
          const empty = shape !== 'none' && left.length === 0;
          return {
            url: path,
            payload: empty ? undefined : JSON.stringify(json),
            headers: empty ? {} : { 'content-type': 'application/json' },
          };
        },
      };
    });
