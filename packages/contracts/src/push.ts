import * as z from 'zod/mini';
import { isExternalUrl, key } from './common.ts';
import { language } from './users.ts';

const encoded = (pattern: RegExp) => z.string(key('invalid-input')).check(z.regex(pattern, key('invalid-input')));

/** A browser's PushSubscription in JSON. In base64url, `p256dh` is an uncompressed point of P-256, and `auth` is 16 bytes. */
export const pushSubscriptionInput = z.object({
  /** Browsers send this field, so far always as null. */
  expirationTime: z.optional(z.nullable(z.number(key('invalid-input')))),
  endpoint: z
    .string(key('invalid-input'))
    .check(z.maxLength(1_000, key('invalid-input')), z.refine(isExternalUrl, key('invalid-input'))),
  keys: z.strictObject({ p256dh: encoded(/^B[A-Za-z0-9_-]{86}$/), auth: encoded(/^[A-Za-z0-9_-]{21}[AQgw]$/) }),
  /** The language of pushes. If not given, a known device keeps its language, and a new one gets the member's. */
  language: z.optional(language),
});

export const pushKey = z.object({ key: z.string() });
