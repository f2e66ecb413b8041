import { now, Passkey, PasskeyChallenge } from '@kith/db';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { hashToken, newToken } from '../secrets.ts';

/** A credential as the API's contract accepts it; the WebAuthn library validates the contents. */
export interface GivenCredential {
  id: string;
  response: { clientDataJSON: string };
}

const challengeSeconds = 300;

/** Loads the WebAuthn library at first use: it takes 0.1 s and some 15 MB of memory, and workers never need it. */
export const webAuthnLibrary = () => import('@simplewebauthn/server');

/** The host name that passkeys are bound to, and the only origin from which they are accepted. */
export const relyingParty = ({ settings }: Context) => {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { rpID: hostname, origin };
};

/** Creates a challenge that can be answered once, within five minutes. */
export async function newChallenge(ctx: Context, userId: number | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newToken();
  const expiresAt = now(challengeSeconds);
  await ctx.db.em().insert(PasskeyChallenge, { challengeHash: hashToken(challenge), user: userId, expiresAt });
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}

const refused = (cause?: unknown) => new Refusal('passkey-refused', { cause });

/**
 * Deletes the challenge that was signed, so that it works only once, and returns it. Throws `passkey-refused` if the challenge is
 * unknown or expired, or belongs to another user.
 */
async function takeChallenge(ctx: Context, given: GivenCredential, userId: number | null): Promise<string> {
  let challenge: unknown;
  try {
    ({ challenge } = JSON.parse(Buffer.from(given.response.clientDataJSON, 'base64url').toString()));
  } catch (error) {
    throw refused(error);
  }
  if (typeof challenge !== 'string') throw refused();
  const valid = { challengeHash: hashToken(challenge), user: userId, expiresAt: { $gt: now() } };
  if ((await ctx.db.em().nativeDelete(PasskeyChallenge, valid)) === 0) throw refused();
  return challenge;
}

/** Verifies the registration of a passkey and returns the new credential. Throws `passkey-refused`. */
export async function verifyRegistration(ctx: Context, userId: number, given: GivenCredential) {
  const { rpID, origin } = relyingParty(ctx);
  const expectedChallenge = await takeChallenge(ctx, given, userId);
  const { verifyRegistrationResponse } = await webAuthnLibrary();
  const verified = await verifyRegistrationResponse({
    response: given as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused(error);
  });
  if (!verified.verified) throw refused();
  return verified.registrationInfo.credential;
}

/**
 * Returns the member whose passkey signed a challenge, after the authenticator verified the person. The database refuses a
 * counter that did not increase. Throws `passkey-refused`.
 */
export async function verifyPasskey(ctx: Context, given: GivenCredential) {
  const { rpID, origin } = relyingParty(ctx);
  const expectedChallenge = await takeChallenge(ctx, given, null);
  const em = ctx.db.em();
  const ofActiveUser = { credentialId: given.id, user: { deletedAt: null, disabledAt: null } };
  const passkey = await em.findOne(Passkey, ofActiveUser, { populate: ['user', 'user.passwordHash'] });
  if (!passkey) throw refused();
  const { verifyAuthenticationResponse } = await webAuthnLibrary();
  const verified = await verifyAuthenticationResponse({
    response: given as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: given.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => {
    throw refused(error);
  });
  if (!verified.verified) throw refused();
  // A counter that did not increase reveals a cloned key; a passkey without a counter always sends 0.
  const { newCounter: counter } = verified.authenticationInfo;
  const older = { id: passkey.id, counter: counter === 0 ? 0 : { $lt: counter } };
  if ((await em.nativeUpdate(Passkey, older, { counter, lastUsedAt: now() })) === 0) throw refused();
  return { userId: passkey.user.id, passwordHash: passkey.user.passwordHash ?? null, passkeyId: passkey.id };
}
