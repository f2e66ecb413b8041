import type { Schema } from './schema.ts';

const time = '2026-11-23T18:00:00.000Z';

/** Example values of fields, by name. Examples of all other fields are derived from their schemas. */
const values: Record<string, unknown> = {
  alt: 'A row of tomato plants',
  auth: `${'a1B2'.repeat(5)}Aw`,
  bio: 'Gardens at night.',
  caption: 'First tomatoes! #garden',
  challenge: 'a1B2'.repeat(10),
  clientId: '8f14e45f-ceea-467f-a0e6-3d1b2c4f5a6b',
  code: 'Vb3n0pQ8',
  content: 'They look wonderful.',
  currentPassword: 'friends1!',
  cursor: null,
  deliveryId: 'msg_42_1795456800000',
  device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  email: 'alice@example.org',
  emoji: '👍',
  endpoint: 'https://push.example.org/send/abc',
  excerpt: 'They look wonderful.',
  expirationTime: null,
  firebaseUid: 'kith-4Zr8Qm1xT6yWc0Lb2Nv7KsPdEfGh',
  identifier: 'alice',
  image: null,
  imageUrl: '/media/Qm1xT6yWc0Lb2Nv7KsPdEfGh/640.webp',
  invitation: 'Vb3n0pQ8',
  key: 'caption-required',
  latitude: null,
  limit: 20,
  location: 'The allotment',
  longitude: null,
  message: 'OK',
  moderatorName: 'carol',
  name: 'Garden bot',
  newPassword: 'better2$',
  newcomer: false,
  nextCursor: 'WzQyXQ',
  note: '',
  oobCode: 'Vb3n0pQ8',
  p256dh: `B${'Ab1_'.repeat(21)}Ab`,
  password: 'friends1!',
  pictures: 2,
  position: 1,
  profilePicture: '/media/Nv7KsPdEfGhQm1xT6yWc0Lb2/256.webp',
  query: 'tomato',
  requestId: '4f2a9c01b7de',
  secret: `whsec_${'a1B2'.repeat(10)}a1B=`,
  sessionId: 'a1b2c3d4'.repeat(8),
  streamId: '0b0e7a52-6a4c-4f0e-9b4e-2f6a3a1c9d11.7',
  displayName: 'Alicja',
  subject: 'Post',
  tag: 'garden',
  text: 'First tomatoes! #garden',
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  token: `kith_${'a1B2'.repeat(10)}Xyz`,
  videoUrl: null,
  voice: null,
  uid: 'kith-4Zr8Qm1xT6yWc0Lb2Nv7KsPdEfGh',
  url: 'https://kith.example.org/signup?invitation=Vb3n0pQ8',
  userName: 'alice',
};

type Named = Record<string, Schema>;

const typeOf = ({ type }: Schema): unknown => (Array.isArray(type) ? type[0] : type);

function ofString({ format, minLength = 1 }: Schema): string {
  if (format === 'date-time') return time;
  if (format === 'uuid') return String(values.clientId);
  return 'text'.padEnd(Number(minLength), ' text');
}

/** Whether the example value of a name has the type that the schema requires. */
function fits(value: unknown, schema: Schema): boolean {
  const alternatives = (schema.anyOf ?? [schema]) as Schema[];
  const type = value === null ? 'null' : typeof value;
  return alternatives.some((each) => {
    const asked = typeOf(each);
    return asked === type || (asked === 'integer' && type === 'number') || (asked === undefined && !('$ref' in each));
  });
}

/**
 * Builds an example from a schema: with every property of an object, the first of several alternatives, and as few items of a list as may be,
 * at least one.
 */
export function exampleOf(schema: Schema, named: Named, name = ''): unknown {
  const { $ref, anyOf, oneOf, allOf, items, properties } = schema as Record<string, unknown>;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (name in values && fits(values[name], schema)) return values[name];
  if (typeof $ref === 'string') return exampleOf(named[$ref.split('/').at(-1) ?? ''] ?? {}, named);
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((each: Schema) => exampleOf(each, named)));
  const [first] = (anyOf ?? oneOf ?? []) as Schema[];
  if (first) return exampleOf(first, named, name);
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, Schema>).map(([key, each]) => [
          key,
          exampleOf(each, named, key),
        ]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () =>
        exampleOf((items ?? {}) as Schema, named),
      );
    case 'integer':
    case 'number':
      return Math.min(
        Math.max(/count$/i.test(name) ? 3 : 42, Number(schema.minimum ?? 0)),
        Number(schema.maximum ?? Number.POSITIVE_INFINITY),
      );
    case 'boolean':
      return true;
    case 'string':
      return ofString(schema);
    default:
      return null;
  }
}
