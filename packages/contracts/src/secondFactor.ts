import * as z from 'zod/mini';
import { count, key, time } from './common.ts';

const code = z
  .string(key('code-required'))
  .check(z.trim(), z.minLength(1, key('code-required')), z.maxLength(100, key('code-required')));

/**
 * Completes a log-in that was refused with `second-factor-required`: `code` is from the authenticator app, or a recovery code.
 */
export const secondFactorLogIn = z.object({
  /** The challenge from that refusal; not needed from a browser, which has it in a cookie. */
  challenge: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  code,
});

export const secondFactorState = z.object({
  /** When the second factor was switched on; null while it is off. */
  enabledAt: z.nullable(time),
  recoveryCodesLeft: count,
  /** Whether this server requires a second factor of the caller. */
  required: z.boolean(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** For the authenticator app: the secret in base32, and the address for a QR code. */
export const secondFactorSetUp = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSetUp = z.output<typeof secondFactorSetUp>;

export const secondFactorCode = z.object({ code });

/** The only response that contains the recovery codes. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
