import type { InvitationView, MadeInvitation } from '@kith/contracts';
import { type Handle, type InvitationRow, invitationQueries } from '@kith/db';
import type { Actor, Context, KnownActor } from './context.ts';
import { endOf } from './endOf.ts';
import { Refusal } from './errors.ts';
import { hashToken, newToken } from './secrets.ts';

/** The maximum number of open invitations of one member. */
const maxOpenInvitations = 20;
const weekSeconds = 7 * 86_400;

interface Terms {
  /** How many people can join with the invitation. */
  uses: number;
  /** When the invitation expires, ISO 8601; a week from now by default. */
  expiresAt?: string | undefined;
  /** After how many seconds it expires, in place of `expiresAt`. */
  expiresInSeconds?: number | undefined;
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
  { uses, expiresAt, expiresInSeconds }: Terms,
  db: Handle = ctx.db,
): Promise<MadeInvitation | null> {
  const code = newToken();
  const until = await endOf(ctx, expiresInSeconds ?? (expiresAt ? undefined : weekSeconds), expiresAt ?? '', db);
  const [row] = await db.run(invitationQueries.add, [inviter, hashToken(code), uses, until, maxOpenInvitations]);
  return row ? { ...view(row), code, url: `${ctx.settings.publicUrl}/signup?invitation=${code}` } : null;
}

/**
 * For operators: creates an invitation link. Only the hash of its code is stored, so the code is returned here and nowhere else.
 */
export async function inviteAsOperator(ctx: Context, terms: Terms): Promise<MadeInvitation> {
  const made = await add(ctx, null, terms);
  if (!made) throw new Error('the invitation was not stored');
  return made;
}

/** For operators: the open invitations, newest first; `inviterName` is null for an invitation by an operator. */
export async function listAllInvitations(ctx: Context): Promise<(InvitationView & { inviterName: string | null })[]> {
  const rows = await ctx.db.run(invitationQueries.open, [null]);
  return rows.map((row) => ({ ...view(row), inviterName: row.inviter_name }));
}

/** For operators: revokes any invitation. Throws `not-found`. */
export async function revokeAnyInvitation(ctx: Context, input: { invitationId: number }): Promise<void> {
  const [gone] = await ctx.db.run(invitationQueries.revoke, [null, input.invitationId, null]);
  if (!gone) throw new Refusal('not-found');
}

/**
 * Creates a member's own invitation link, if members may invite. Throws `forbidden` if they may not, `email-unconfirmed`,
 * `too-many-invitations`.
 */
export async function invite(ctx: Context, actor: KnownActor, terms: Terms): Promise<MadeInvitation> {
  if (!ctx.settings.membersInvite) throw new Refusal('forbidden');
  if (!actor.emailConfirmed) throw new Refusal('email-unconfirmed');
  return ctx.db.transaction(async (tx) => {
    const [inviter] = await tx.run(invitationQueries.lockInviter, [actor.userId]);
    if (!inviter) throw new Refusal('unauthenticated');
    const made = await add(ctx, actor.userId, terms, tx);
    if (!made) throw new Refusal('too-many-invitations');
    return made;
  });
}

/** The caller's own open invitations, newest first. */
export async function listInvitations(ctx: Context, actor: Actor): Promise<{ items: InvitationView[] }> {
  return { items: (await ctx.db.run(invitationQueries.open, [actor.userId])).map(view) };
}

/**
 * Revokes one of the caller's own invitations, by its code or its id. Throws `not-found`, also for another member's invitation.
 */
export async function revokeInvitation(ctx: Context, actor: Actor, input: { code: string }): Promise<void> {
  const id = /^\d{1,15}$/.test(input.code) ? Number(input.code) : null;
  const [gone] = await ctx.db.run(invitationQueries.revoke, [actor.userId, id, hashToken(input.code)]);
  if (!gone) throw new Refusal('not-found');
}

/**
 * Checks whether sign-up is allowed: returns null if everybody may join, else the hash of the given invitation code, which is
 * not checked here. Throws `sign-up-closed`, `invitation-required`.
 */
export function requireSignUpAllowed(ctx: Context, code: string | null | undefined): string | null {
  if (ctx.settings.signUp === 'open') return null;
  if (ctx.settings.signUp === 'closed') throw new Refusal('sign-up-closed');
  if (!code) throw new Refusal('invitation-required');
  return hashToken(code);
}

/** Like `requireSignUpAllowed`, for a step that does not yet use up the invitation: also throws `invitation-invalid`. */
export async function checkInvitation(ctx: Context, code: string | null): Promise<string | null> {
  const codeHash = requireSignUpAllowed(ctx, code);
  if (codeHash !== null && (await ctx.db.run(invitationQueries.usable, [codeHash])).length === 0)
    throw new Refusal('invitation-invalid');
  return codeHash;
}
