import type { PasskeyView } from '@kith/contracts';
import { accountQueries, type Handle, Passkey, Session, type Transaction } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { Refusal, refuseConflict } from '../errors.ts';
import { limit, logInsPerAddress, reauthenticationsPerSession } from '../limits.ts';
import { readServerSettings } from '../server/serverSettings.ts';
import { readOwnUser } from '../users/readUsers.ts';
import { lockCaller } from './actor.ts';
import { type LoggedIn, rememberDevice } from './knownDevice.ts';
import { requireFreshAuthentication } from './reauthenticate.ts';
import { startSession } from './sessionStore.ts';
import {
  type GivenCredential,
  newChallenge,
  relyingParty,
  verifyPasskey,
  verifyRegistration,
  webAuthnLibrary,
} from './webAuthn.ts';

/** The maximum number of passkeys per member; the list shows all of them. */
const maxPasskeys = 20;

const view = (passkey: Passkey): PasskeyView => ({
  passkeyId: passkey.id,
  name: passkey.name,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
});

const passkeysOf = (ctx: Context, { userId }: Actor) =>
  ctx.db.em().find(Passkey, { user: userId }, { orderBy: { id: 'desc' } });

/** Whether the caller is a moderator who has no authenticator app and authenticated the session without a passkey. */
async function hasOnlyPassword(
  db: Handle,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<boolean> {
  const [role] = await db.run(accountQueries.role, [userId, sessionId]);
  return role?.moderator === true && !role.has_second_factor;
}

/**
 * Must be called before a passkey is added or removed or a second factor is changed. Throws `reauthentication-required`, and
 * `passkey-required` for a moderator whose required second factor is a passkey, in a session that was not started or confirmed
 * with one: otherwise somebody who knows the password could add a passkey of their own.
 */
export async function requireProof(ctx: Context, actor: Actor, db: Handle = ctx.db): Promise<void> {
  await requireFreshAuthentication(ctx, actor, db);
  if (!ctx.settings.moderatorsNeedSecondFactor) return;
  if (!(await hasOnlyPassword(db, actor))) return;
  if ((await db.em().count(Passkey, { user: actor.userId })) > 0) throw new Refusal('passkey-required');
}

/**
 * Deletes the passkeys of the caller, who is locked. Those of a moderator without an authenticator app stay, unless one of them
 * authenticated the session: somebody who knows only the password could otherwise replace them.
 */
export async function removePasskeys(tx: Transaction, actor: Pick<Actor, 'userId' | 'sessionId'>): Promise<void> {
  if (!(await hasOnlyPassword(tx, actor))) await tx.em().nativeDelete(Passkey, { user: actor.userId });
}

/**
 * Returns the options with which the caller's browser creates a passkey. Throws `reauthentication-required`,
 * `passkey-required`.
 */
export async function beginPasskey(ctx: Context, actor: Actor) {
  await requireProof(ctx, actor);
  const user = await readOwnUser(ctx, actor.userId);
  const existing = await passkeysOf(ctx, actor);
  const { generateRegistrationOptions } = await webAuthnLibrary();
  return generateRegistrationOptions({
    rpName: (await readServerSettings(ctx)).name,
    rpID: relyingParty(ctx).rpID,
    userName: user.userName,
    userID: new Uint8Array(Buffer.from(user.firebaseUid)),
    challenge: await newChallenge(ctx, actor.userId),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Stores a new passkey. Throws `passkey-refused`, `too-many-passkeys`, `reauthentication-required`, `passkey-required`. */
export async function addPasskey(
  ctx: Context,
  actor: Actor,
  input: { name: string; response: GivenCredential },
): Promise<PasskeyView> {
  const { id, publicKey, counter, transports = [] } = await verifyRegistration(ctx, actor.userId, input.response);
  const passkey = await ctx.db
    .transaction(async (tx) => {
      await lockCaller(tx, actor);
      await requireProof(ctx, actor, tx);
      const em = tx.em();
      if ((await em.count(Passkey, { user: actor.userId })) >= maxPasskeys) throw new Refusal('too-many-passkeys');
      const added = em.create(Passkey, {
        user: actor.userId,
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports.slice(0, 10),
        name: input.name,
      });
      await em.persist(added).flush();
      return added;
    })
    .catch((error: unknown) => refuseConflict(error, { passkeys_credential_id_key: 'passkey-refused' }));
  return view(passkey);
}

/** The caller's passkeys, newest first. */
export const listPasskeys = async (
  ctx: Context,
  actor: Actor,
): Promise<{ items: PasskeyView[]; nextCursor: null }> => ({
  items: (await passkeysOf(ctx, actor)).map(view),
  nextCursor: null,
});

/** Renames one of the caller's passkeys. Throws `not-found`, also for another member's passkey. */
export async function renamePasskey(
  ctx: Context,
  actor: Actor,
  input: { passkeyId: number; name: string },
): Promise<PasskeyView> {
  const em = ctx.db.em();
  const own = { id: input.passkeyId, user: actor.userId };
  await em.nativeUpdate(Passkey, own, { name: input.name });
  const passkey = await em.findOne(Passkey, own);
  if (!passkey) throw new Refusal('not-found');
  return view(passkey);
}

/**
 * Removes one of the caller's passkeys. Throws `reauthentication-required`, `passkey-required`, and `not-found`, also for another
 * member's passkey.
 */
export async function removePasskey(ctx: Context, actor: Actor, input: { passkeyId: number }): Promise<void> {
  await requireProof(ctx, actor);
  const removed = await ctx.db.em().nativeDelete(Passkey, { id: input.passkeyId, user: actor.userId });
  if (removed === 0) throw new Refusal('not-found');
}

/**
 * Returns the options with which a browser logs in by a passkey of this server. They do not reveal which members have passkeys.
 */
export async function beginPasskeyLogIn(ctx: Context) {
  const { generateAuthenticationOptions } = await webAuthnLibrary();
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).rpID,
    challenge: await newChallenge(ctx, null),
    userVerification: 'required',
  });
}

interface PasskeyLogIn {
  response: GivenCredential;
  /** The caller's IP address, for rate limits. */
  address: string;
  device: string;
  knownDevice: string | null;
}

/**
 * Logs in by a passkey, which replaces both the password and a second factor: the passkey proves possession of the device, and
 * the device has verified the person. Throws `passkey-refused`, `too-many-requests`.
 */
export async function logInByPasskey(ctx: Context, input: PasskeyLogIn): Promise<LoggedIn> {
  await limit(ctx, logInsPerAddress, `address:${input.address}`, 'too-many-requests');
  const { userId, passwordHash, passkeyId } = await verifyPasskey(ctx, input.response);
  const proven = { userId, passwordHash, authenticatedAt: ctx.clock.now(), device: input.device, passkeyId };
  const session = await startSession(ctx, proven);
  if (!session) throw new Refusal('passkey-refused');
  const started = { userId, token: session.token, device: input.device };
  const knownDevice = await rememberDevice(ctx, started, input.knownDevice);
  return { ...session, user: await readOwnUser(ctx, userId), knownDevice };
}

/** Re-authenticates the caller by one of their own passkeys. Throws `passkey-refused`, `too-many-requests`. */
export async function reauthenticateByPasskey(
  ctx: Context,
  actor: Actor,
  input: { response: GivenCredential },
): Promise<void> {
  await limit(ctx, reauthenticationsPerSession, `session:${actor.sessionId}`, 'too-many-requests');
  const { userId } = await verifyPasskey(ctx, input.response);
  if (userId !== actor.userId) throw new Refusal('passkey-refused');
  await ctx.limiter.reset(reauthenticationsPerSession, `session:${actor.sessionId}`);
  await ctx.db
    .em()
    .nativeUpdate(Session, { id: actor.sessionId }, { reauthenticatedAt: ctx.clock.now(), byPasskey: true });
}
