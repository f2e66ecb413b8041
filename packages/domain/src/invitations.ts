import type { InvitationView, MadeInvitation } from '@kith/contracts';
import { type Database, type InvitationRow, invitationQueries } from '@kith/db';
import type { Actor, Context, KnownActor } from './context.ts';
import { Refusal } from './errors.ts';
import { hashToken, newToken } from './secrets.ts';

/** Invitations of one member that may be open at a time. */
const mostOpen = 20;
const week = 7 * 86_400_000;

interface Terms {
  /** How many people may join by it. */
  uses: number;
  /** ISO 8601; after a week unless given. */
  expiresAt?: string | undefined;
}

const view = (row: InvitationRow): InvitationView => ({
  invitationId: row.id,
  uses: row.uses,
  usesLeft: row.uses_left,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

async function add(
  ctx: Context,
  inviter: number | null,
  { uses, expiresAt }: Terms,
  em?: ReturnType<Database['em']>,
): Promise<MadeInvitation | null> {
  const code = newToken();
  const until = expiresAt ?? new Date(ctx.clock.now().getTime() + week).toISOString();
  const [row] = await ctx.db.run(invitationQueries.add, [inviter, hashToken(code), uses, until, mostOpen], em);
  return row ? { ...view(row), code, url: `${ctx.settings.publicUrl}/signup?invitation=${code}` } : null;
}

/** An operator's command: makes a link by which people may join. Only its hash is kept, so it is told here alone. */
export async function inviteAsOperator(ctx: Context, terms: Terms): Promise<MadeInvitation> {
  const made = await add(ctx, null, terms);
  if (!made) throw new Error('the invitation was not stored');
  return made;
}

/** An operator's list of what is still open, newest first; `inviterName` is null for an operator's. */
export async function listAllInvitations(ctx: Context): Promise<(InvitationView & { inviterName: string | null })[]> {
  const rows = await ctx.db.run(invitationQueries.open, [null]);
  return rows.map((row) => ({ ...view(row), inviterName: row.inviter_name }));
}

/** An operator's command: takes any invitation back. Throws `not-found`. */
export async function revokeAnyInvitation(ctx: Context, input: { invitationId: number }): Promise<void> {
  const [gone] = await ctx.db.run(invitationQueries.revoke, [null, input.invitationId, null]);
  if (!gone) throw new Refusal('not-found');
}

/** A member's own link, where members may invite. Throws `forbidden` where they may not, `email-unconfirmed`, `too-many-invitations`. */
export async function invite(ctx: Context, actor: KnownActor, terms: Terms): Promise<MadeInvitation> {
  if (!ctx.settings.membersInvite) throw new Refusal('forbidden');
  if (!actor.emailConfirmed) throw new Refusal('email-unconfirmed');
  return ctx.db.transaction(async (em) => {
    const [inviter] = await ctx.db.run(invitationQueries.lockInviter, [actor.userId], em);
    if (!inviter) throw new Refusal('unauthenticated');
    const made = await add(ctx, actor.userId, terms, em);
    if (!made) throw new Refusal('too-many-invitations');
    return made;
  });
}

/** The caller's own invitations that are still open, newest first. */
export async function listInvitations(ctx: Context, actor: Actor): Promise<{ items: InvitationView[] }> {
  return { items: (await ctx.db.run(invitationQueries.open, [actor.userId])).map(view) };
}

/** Takes one of the caller's own back, by its code or its id. Throws `not-found`, also for somebody else's. */
export async function revokeInvitation(ctx: Context, actor: Actor, input: { code: string }): Promise<void> {
  const id = /^\d{1,15}$/.test(input.code) ? Number(input.code) : null;
  const [gone] = await ctx.db.run(invitationQueries.revoke, [actor.userId, id, hashToken(input.code)]);
  if (!gone) throw new Refusal('not-found');
}

/** What a sign-up needs: null where everybody may join, else the hash of the code it came with. Throws why it may not be. */
export function requireWayIn(ctx: Context, code: string | null | undefined): string | null {
  if (ctx.settings.signUp === 'open') return null;
  if (ctx.settings.signUp === 'closed') throw new Refusal('sign-up-closed');
  if (!code) throw new Refusal('invitation-required');
  return hashToken(code);
}

/** The same before a step that uses no invitation up yet. Throws as above, and `invitation-invalid`. */
export async function checkWayIn(ctx: Context, code: string | null): Promise<string | null> {
  const codeHash = requireWayIn(ctx, code);
  if (codeHash !== null && (await ctx.db.run(invitationQueries.usable, [codeHash])).length === 0)
    throw new Refusal('invitation-invalid');
  return codeHash;
}
