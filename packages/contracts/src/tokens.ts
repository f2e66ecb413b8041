import * as z from 'zod/mini';
import { givenTime, id, key, printable, seconds, time, yearSeconds } from './common.ts';
import { maxLengths } from './lengths.ts';
import { scopes } from './scopes.ts';

const isAhead = (time: string): boolean => Date.parse(time) > Date.now();

/** The name that a member gives to a token. */
export const tokenName = z
  .string(key('name-required'))
  .check(
    z.trim(),
    z.minLength(1, key('name-required')),
    z.maxLength(maxLengths.tokenName, key('name-too-long')),
    printable('text-not-storable'),
  );

/** A new token. Without `expiresAt` and `expiresInSeconds`, the token is valid until it is revoked. */
export const createTokenInput = z.object({
  name: tokenName,
  scopes: z
    .array(z.enum(scopes, key('scopes-required')), key('scopes-required'))
    .check(z.minLength(1, key('scopes-required')), z.maxLength(scopes.length, key('scopes-required'))),
  expiresAt: z.optional(givenTime.check(z.refine(isAhead, key('time-past')))),
  /** In place of `expiresAt`: the number of seconds after which the token expires. */
  expiresInSeconds: z.optional(seconds(1, 10 * yearSeconds)),
});
export type CreateTokenInput = z.output<typeof createTokenInput>;

/** A token in the list of the member who owns it. */
export const token = z.object({
  tokenId: id,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: time,
  /** The last use, precise to a minute; null before the first. */
  lastUsedAt: z.nullable(time),
  expiresAt: z.nullable(time),
});
export type TokenView = z.output<typeof token>;
/** The only response that contains the token itself. */
export const createdToken = z.extend(token, { token: z.string() });
export type CreatedToken = z.output<typeof createdToken>;

export const tokenByIdInput = z.object({ tokenId: id });
