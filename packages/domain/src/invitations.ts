import type { CreatedInvitation, InvitationView } from '@kith/contracts';
import { accountQueries, type Handle, Invitation, invitationQueries, now } from '@kith/db';
import type { Actor, Context, KnownActor } from './context.ts';
import { endTime } from './endTime.ts';
import { Refusal } from './errors.ts';
import { hashToken, newToken } from './secrets.ts';

/** The maximum number of open invitations of one member. */
const maxOpenInvitations = 20;
const weekSeconds = 7 * 86_400;

interface CreateInvitation {
  /** How many people can join with the invitation. */
  uses: number;
  /** When the invitation expires, ISO 8601; a week from now by default. */
  expiresAt?: string | undefined;
  /** After how many seconds it expires, in place of `expiresAt`. */
  expiresInSeconds?: number | undefined;
}

/** The maximum number of invitations in a list. */
const maxListed = 500;

const isOpen = () => ({ usesLeft: { $gt: 0 }, expiresAt: { $gt: now() } });

const view = (invitation: Invitation): InvitationView => ({
  invitationId: invitation.id,
  uses: invitation.uses,
  usesLeft: invitation.usesLeft,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
});

async function add(
  ctx: Context,
  inviter: number | null,
  { uses, expiresAt, expiresInSeconds }: CreateInvitation,
  db: Handle = ctx.db,
): Promise<CreatedInvitation> {
  const code = newToken();
  const until = await endTime(ctx, expiresInSeconds ?? (expiresAt ? undefined : weekSeconds), expiresAt ?? '', db);
  const em = db.em();
  const made = em.create(Invitation, {
    inviter,
    codeHash: hashToken(code),
    uses,
    usesLeft: uses,
    expiresAt: new Date(until),
  });
  await em.persist(made).flush();
  return { ...view(made), code, url: `${ctx.settings.publicUrl}/signup?invitation=${code}` };
}

/**
 * For operators: creates an invitation link. Only the hash of its code is stored, so the code is returned here and nowhere else.
 */
export const inviteAsOperator = (ctx: Context, input: CreateInvitation): Promise<CreatedInvitation> =>
  add(ctx, null, input);

const nameOf = (inviter: Invitation['inviter']): string | null =>
  inviter && !inviter.disabledAt && !inviter.deletedAt ? (inviter.userName ?? null) : null;

/** For operators: the open invitations, newest first; `inviterName` is null for an invitation by an operator. */
export async function listAllInvitations(ctx: Context): Promise<(InvitationView & { inviterName: string | null })[]> {
  const newest = { populate: ['inviter'], orderBy: { id: 'desc' }, limit: maxListed } as const;
  const invitations = await ctx.db.em().find(Invitation, isOpen(), newest);
  return invitations.map((invitation) => ({ ...view(invitation), inviterName: nameOf(invitation.inviter) }));
}

/** For operators: revokes any invitation. Throws `not-found`. */
export async function revokeAnyInvitation(ctx: Context, input: { invitationId: number }): Promise<void> {
  const revoked = await ctx.db.em().nativeDelete(Invitation, { id: input.invitationId });
  if (revoked === 0) throw new Refusal('not-found');
}

/**
 * Creates a member's own invitation link, if members may invite. Throws `forbidden` if they may not, `email-unconfirmed`,
 * `too-many-invitations`.
 */
export async function invite(ctx: Context, actor: KnownActor, input: CreateInvitation): Promise<CreatedInvitation> {
  if (!ctx.settings.membersInvite) throw new Refusal('forbidden');
  if (!actor.emailConfirmed) throw new Refusal('email-unconfirmed');
  return ctx.db.transaction(async (tx) => {
    const [inviter] = await tx.run(accountQueries.lock, [actor.userId]);
    if (!inviter) throw new Refusal('unauthenticated');
    if ((await tx.em().count(Invitation, { inviter: inviter.id, ...isOpen() })) >= maxOpenInvitations)
      throw new Refusal('too-many-invitations');
    return add(ctx, inviter.id, input, tx);
  });
}

/** The caller's own open invitations, newest first. */
export async function listInvitations(ctx: Context, actor: Actor): Promise<{ items: InvitationView[] }> {
  const own = { inviter: actor.userId, ...isOpen() };
  return { items: (await ctx.db.em().find(Invitation, own, { orderBy: { id: 'desc' }, limit: maxListed })).map(view) };
}

/**
 * Revokes one of the caller's own invitations, by its code or its id. Throws `not-found`, also for another member's invitation.
 */
export async function revokeInvitation(ctx: Context, actor: Actor, input: { code: string }): Promise<void> {
  const named = [
    { codeHash: hashToken(input.code) },
    ...(/^\d{1,15}$/.test(input.code) ? [{ id: Number(input.code) }] : []),
  ];
  const revoked = await ctx.db.em().nativeDelete(Invitation, { inviter: actor.userId, $or: named });
  if (revoked === 0) throw new Refusal('not-found');
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
