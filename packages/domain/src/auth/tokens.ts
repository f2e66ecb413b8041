import { type MadeToken, type Scope, scopesFor, type TokenTerms, type TokenView } from '@kith/contracts';
import { accountQueries, type Database, type TokenRow, tokenQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import type { Actor, Context, KnownActor } from '../context.ts';
import { Refusal } from '../errors.ts';
import { noteSeen } from '../feed/sleepingFeeds.ts';
import { hashToken, newToken } from '../secrets.ts';
import { requireFreshAuthentication } from './reauthenticate.ts';
import type { ResolvedSession } from './sessions.ts';

/** Tokens a member may have, so that all of them can be listed and looked through. */
const mostTokens = 50;

/** What a token begins with: people and programs that look for leaked secrets know it by this, and so do we. */
const prefix = 'kith_';

export const isToken = (text: string): boolean => text.startsWith(prefix);

const view = (row: TokenRow): TokenView => ({
  tokenId: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});

/** Throws `missing-scope` when a token calls what none of its scopes names. */
export function requireScope({ token }: Pick<KnownActor, 'token'>, path: string): void {
  if (!token) return;
  const scopes = scopesFor(path);
  if (!scopes.some((scope) => token.scopes.includes(scope))) throw new Refusal('missing-scope', { scopes });
}

/** The end of time, as JavaScript has it. */
const never = new Date(8.64e15);

/** Whose token it is, with what it may do; null when it holds no longer. Notes at most once a minute that it was used. */
export async function resolveToken(ctx: Context, token: string): Promise<ResolvedSession | null> {
  const tokenHash = hashToken(token);
  const [row] = await ctx.db.run(tokenQueries.find, [tokenHash]);
  if (!row) return null;
  if (row.unnoted) {
    await ctx.db.run(tokenQueries.noteUsed, [row.id]);
    await noteSeen(ctx, row.user_id);
  }
  return {
    userId: row.user_id,
    sessionId: tokenHash,
    reauthenticatedAt: null,
    emailConfirmed: row.email_confirmed || !ctx.settings.confirmEmail,
    expiresAt: row.expires_at === null ? never : new Date(row.expires_at),
    renewed: false,
    token: { id: row.id, scopes: row.scopes as Scope[] },
  };
}

async function add(
  ctx: Context,
  userId: number,
  { name, scopes, expiresAt }: TokenTerms,
  em: ReturnType<Database['em']>,
): Promise<MadeToken> {
  const token = prefix + newToken();
  const asked: string[] = [...new Set(scopes)];
  const values = [userId, hashToken(token), name, asked, expiresAt ?? null, mostTokens] as const;
  const [row] = await ctx.db.run(tokenQueries.add, [...values], em);
  if (!row) throw new Refusal('too-many-tokens');
  return { ...view(row), token };
}

/**
 * Makes a token for a program of the caller's; only its hash is kept, so it is told here alone. Throws
 * `reauthentication-required`, `unauthenticated`, `too-many-tokens`.
 */
export const makeToken = (ctx: Context, actor: Actor, terms: TokenTerms): Promise<MadeToken> =>
  ctx.db.transaction(async (em) => {
    const [owner] = await ctx.db.run(tokenQueries.lockOwner, [actor.userId], em);
    if (!owner) throw new Refusal('unauthenticated');
    // After the lock: whatever ended the session meanwhile has come before.
    await requireFreshAuthentication(ctx, actor, em);
    return add(ctx, actor.userId, terms, em);
  });

/** An operator's command: makes a token of a member's, who finds it in their list. Throws `not-found`, `too-many-tokens`. */
export async function makeTokenAsOperator(
  ctx: Context,
  { userName, ...terms }: TokenTerms & { userName: string },
): Promise<MadeToken> {
  const [user] = await ctx.db.run(accountQueries.userNameTaken, [userName]);
  return ctx.db.transaction(async (em) => {
    const [owner] = user ? await ctx.db.run(tokenQueries.lockOwner, [user.id], em) : [];
    if (!owner) throw new Refusal('not-found');
    return add(ctx, owner.id, terms, em);
  });
}

/** The caller's tokens, newest first. */
export async function listTokens(ctx: Context, actor: Actor): Promise<{ items: TokenView[] }> {
  return { items: (await ctx.db.run(tokenQueries.list, [actor.userId])).map(view) };
}

/** Ends one of the caller's tokens, with its streams. Throws `not-found`, also for somebody else's. */
export async function revokeToken(ctx: Context, actor: Actor, input: { tokenId: number }): Promise<void> {
  const [gone] = await ctx.db.run(tokenQueries.revoke, [actor.userId, input.tokenId]);
  if (!gone) throw new Refusal('not-found');
  announce(ctx, {
    name: 'session.ended',
    to: null,
    payload: { userId: actor.userId, sessionIds: [gone.token_hash] },
  });
}
