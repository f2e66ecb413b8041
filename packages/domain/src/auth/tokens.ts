import type { CreatedToken, CreateTokenInput, Scope, TokenView } from '@kith/contracts';
import { accountQueries, now, Token, type Transaction } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context } from '../context.ts';
import { endTime } from '../endTime.ts';
import { Refusal } from '../errors.ts';
import { appendToLog } from '../host/hosts.ts';
import { hashToken, newToken } from '../secrets.ts';
import { idOfMember, lockCaller } from './actor.ts';
import { requireFreshAuthentication } from './reauthenticate.ts';
import type { ResolvedSession } from './sessions.ts';

/** The maximum number of tokens per member; the list shows all of them. */
const maxTokens = 50;

/** The prefix of every token. Scanners for leaked secrets can recognise it. */
const prefix = 'kith_';

/** Whether a text has the form of an access token; session tokens are shorter. */
export const isAccessToken = (text: string): boolean => /^kith_[\w-]{43}$/.test(text);

const view = (token: Token): TokenView => ({
  tokenId: token.id,
  name: token.name,
  scopes: token.scopes as Scope[],
  createdAt: token.createdAt.toISOString(),
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  expiresAt: token.expiresAt?.toISOString() ?? null,
});

/** Throws `missing-scope` if the call uses an access token that has none of the scopes, or if no scope is enough. */
export function requireScope({ token }: Pick<Actor, 'token'>, ...enough: (Scope | undefined)[]): void {
  if (!token) return;
  const scopes = enough.filter((scope) => scope !== undefined);
  if (!scopes.some((scope) => token.scopes.includes(scope))) throw new Refusal('missing-scope', { scopes });
}

/** Stands for no expiry: the last time that ISO 8601 writes with a year of four digits, as the API's contract wants it. */
const noExpiry = new Date('9999-12-31T23:59:59.999Z');

/**
 * Returns the member and the scopes of an access token; null if the token is not valid. Records the time of its use, at most once
 * a minute.
 */
export async function resolveAccessToken(ctx: Context, token: string): Promise<ResolvedSession | null> {
  const tokenHash = hashToken(token);
  const em = ctx.db.em();
  const unexpired = [{ expiresAt: null }, { expiresAt: { $gt: now() } }];
  const valid = { tokenHash, $or: unexpired, user: { disabledAt: null, deletedAt: null } };
  const found = await em.findOne(Token, valid, { populate: ['user'] });
  if (!found) return null;
  const { id, user, scopes, lastUsedAt } = found;
  // The database decides; the clock of this server, which may be wrong, saves most calls the statement.
  if (!lastUsedAt || Math.abs(ctx.clock.now().getTime() - lastUsedAt.getTime()) > 60_000) {
    const outdated = { id, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: now(-60) } }] };
    await em.nativeUpdate(Token, outdated, { lastUsedAt: now() });
  }
  return {
    userId: user.id,
    sessionId: tokenHash,
    reauthenticatedAt: null,
    emailConfirmed: user.emailConfirmed || !ctx.settings.confirmEmail,
    expiresAt: found.expiresAt ?? noExpiry,
    renewed: false,
    token: { id, scopes: scopes as Scope[] },
  };
}

async function add(
  ctx: Context,
  userId: number,
  { name, scopes, expiresAt, expiresInSeconds }: CreateTokenInput,
  tx: Transaction,
): Promise<CreatedToken> {
  const em = tx.em();
  if ((await em.count(Token, { user: userId })) >= maxTokens) throw new Refusal('too-many-tokens');
  const token = prefix + newToken();
  const until = await endTime(ctx, expiresInSeconds, expiresAt ?? null, tx);
  const created = em.create(Token, {
    user: userId,
    tokenHash: hashToken(token),
    name,
    scopes: [...new Set(scopes)],
    expiresAt: until === null ? null : new Date(until),
  });
  await em.persist(created).flush();
  return { ...view(created), token };
}

/**
 * Creates an access token for the caller. Only a hash of the token is stored, so this response alone contains the token. Throws
 * `reauthentication-required`, `unauthenticated`, `too-many-tokens`.
 */
export const createToken = (ctx: Context, actor: Actor, input: CreateTokenInput): Promise<CreatedToken> =>
  ctx.db.transaction(async (tx) => {
    await lockCaller(tx, actor);
    await requireFreshAuthentication(ctx, actor, tx);
    return add(ctx, actor.userId, input, tx);
  });

/** For operators: creates a token for a member, who sees it in their list. Throws `not-found`, `too-many-tokens`. */
export async function createTokenAsOperator(
  ctx: Context,
  { userName, ...input }: CreateTokenInput & { userName: string },
): Promise<CreatedToken> {
  const userId = await idOfMember(ctx, userName);
  return ctx.db.transaction(async (tx) => {
    const [owner] = await tx.run(accountQueries.lock, [userId]);
    if (!owner) throw new Refusal('not-found');
    await appendToLog(tx, null, { action: 'token-made', memberId: userId, details: input.name });
    return add(ctx, userId, input, tx);
  });
}

/** The caller's tokens, newest first. */
export async function listTokens(ctx: Context, actor: Actor): Promise<{ items: TokenView[] }> {
  const valid = { user: actor.userId, $or: [{ expiresAt: null }, { expiresAt: { $gt: now() } }] };
  return { items: (await ctx.db.em().find(Token, valid, { orderBy: { id: 'desc' } })).map(view) };
}

/**
 * Revokes one of the caller's access tokens and ends the event streams that use it. Throws `not-found`, also for another member's
 * token.
 */
export async function revokeToken(ctx: Context, actor: Actor, input: { tokenId: number }): Promise<void> {
  const em = ctx.db.em();
  const token = await em.findOne(Token, { id: input.tokenId, user: actor.userId });
  if (!token || (await em.nativeDelete(Token, { id: token.id })) === 0) throw new Refusal('not-found');
  void announce(ctx, {
    name: 'session.ended',
    to: null,
    payload: { userId: actor.userId, sessionIds: [token.tokenHash] },
  });
}
