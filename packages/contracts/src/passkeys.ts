import * as z from 'zod/mini';
import { id, key, printable, requiredText, time } from './common.ts';
import { maxLengths } from './lengths.ts';

const name = requiredText(maxLengths.tokenName, 'name-required', 'name-too-long').check(printable('text-not-storable'));

/** An authenticator's response as the browser returns it, in WebAuthn's JSON form. The server verifies the signature in it. */
const credential = z.looseObject({
  id: z
    .string(key('invalid-input'))
    .check(z.minLength(1, key('invalid-input')), z.maxLength(2000, key('invalid-input'))),
  rawId: z.string(key('invalid-input')).check(z.maxLength(2000, key('invalid-input'))),
  type: z.literal('public-key', key('invalid-input')),
  response: z.looseObject({
    clientDataJSON: z.string(key('invalid-input')).check(z.maxLength(10_000, key('invalid-input'))),
  }),
});

/** Options for `navigator.credentials`, in WebAuthn's JSON form. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.output<typeof passkeyOptions>;

export const newPasskey = z.object({ name, response: credential });
export const passkeyAnswer = z.object({ response: credential });
export const passkeyById = z.object({ passkeyId: id });
export const passkeyName = z.object({ passkeyId: id, name });

/** A passkey in the list of the member who owns it. */
export const passkey = z.object({
  passkeyId: id,
  name: z.string(),
  createdAt: time,
  /** The time of the last log-in with the passkey; null before the first. */
  lastUsedAt: z.nullable(time),
});
export type PasskeyView = z.output<typeof passkey>;
