import type { CreatedInvitation, InvitationView, Page, SignUpMode, UserListItem } from '@kith/contracts';
import {
  accountQueries,
  type Handle,
  Invitation,
  invitationQueries,
  now,
  PendingNotification,
  plus,
  type Transaction,
  User,
} from '@kith/db';
import { lockCaller } from './auth/actor.ts';
import type { Actor, Context, KnownActor } from './context.ts';
import { idCursor, type PageInput } from './cursor.ts';
import { endTime } from './endTime.ts';
import { Refusal } from './errors.ts';
import { appendToLog } from './host/hosts.ts';
import { hashToken, newToken } from './secrets.ts';
import { readServerSettings } from './server/serverSettings.ts';
import { userListItem } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

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

/** The condition of invitations that have uses left and have not expired. */
export const isOpen = () => ({ usesLeft: { $gt: 0 }, expiresAt: { $gt: now() } });

/** The condition of invitations by which somebody can join: open ones of an operator, or of a member whose account is active. */
const isUsable = () => ({ ...isOpen(), $or: [{ inviter: null }, { inviter: { disabledAt: null, deletedAt: null } }] });

export const invitationView = (invitation: Invitation): InvitationView => ({
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
  db: Handle,
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
  return { ...invitationView(made), code, url: `${ctx.settings.publicUrl}/signup?invitation=${code}` };
}

/**
 * For operators: creates an invitation link. Only the hash of its code is stored, so the code is returned here and nowhere else.
 */
export const inviteAsOperator = (ctx: Context, input: CreateInvitation): Promise<CreatedInvitation> =>
  ctx.db.transaction(async (tx) => {
    const made = await add(ctx, null, input, tx);
    await appendToLog(tx, null, { action: 'invitation-made', details: `#${made.invitationId}` });
    return made;
  });

/** How many open invitations a host may have where other members may not invite. */
const maxInvitationsOfHost = 20;

async function maxInvitations(ctx: Context, { userId, sessionId }: Actor): Promise<number> {
  const { memberInvitations } = await readServerSettings(ctx);
  if (memberInvitations > 0) return memberInvitations;
  const [role] = await ctx.db.run(accountQueries.role, [userId, sessionId]);
  return role?.host ? maxInvitationsOfHost : 0;
}

/**
 * Creates a member's own invitation link, also while everybody may sign up: who joins with it is named to the member. Throws
 * `forbidden` if only hosts invite, `email-unconfirmed`, `unauthenticated`, `too-many-invitations`.
 */
export async function invite(ctx: Context, actor: KnownActor, input: CreateInvitation): Promise<CreatedInvitation> {
  const maxOpen = await maxInvitations(ctx, actor);
  if (maxOpen === 0) throw new Refusal('forbidden');
  if (!actor.emailConfirmed) throw new Refusal('email-unconfirmed');
  return ctx.db.transaction(async (tx) => {
    const inviter = await lockCaller(tx, actor);
    if ((await tx.em().count(Invitation, { inviter: inviter.id, ...isOpen() })) >= maxOpen)
      throw new Refusal('too-many-invitations');
    return add(ctx, inviter.id, input, tx);
  });
}

/** The caller's own open invitations, newest first. */
export async function listInvitations(ctx: Context, actor: Actor): Promise<{ items: InvitationView[] }> {
  const own = { inviter: actor.userId, ...isOpen() };
  return {
    items: (await ctx.db.em().find(Invitation, own, { orderBy: { id: 'desc' }, limit: maxListed })).map(invitationView),
  };
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

/** The members who joined with an invitation of the caller, newest first. */
export const listJoined = (ctx: Context, actor: Actor, input: PageInput): Promise<Page<UserListItem>> =>
  visiblePage(input, {
    key: idCursor,
    read: (before, rows) => ctx.db.run(invitationQueries.joined, [actor.userId, before, rows]),
    view: (row) => userListItem(ctx.settings, row),
    keyOf: (row) => [row.id],
  });

/** The number of members from which on nobody is notified of each new one. */
const smallServer = 200;

/** The newest members of the last day, at most 10; nobody on a large server, or if the hosts have switched it off. */
export async function listNewest(ctx: Context, actor: Actor): Promise<{ items: UserListItem[] }> {
  if (!(await readServerSettings(ctx)).announceJoins) return { items: [] };
  const rows = await ctx.db.run(invitationQueries.newest, [actor.userId, smallServer - 1, 10]);
  return { items: rows.map((row) => userListItem(ctx.settings, row)) };
}

/**
 * Notifies the inviter of a new member. To be called in the transaction in which the member has joined and, where addresses are
 * confirmed, has confirmed the address; `scheduleDelivery` delivers the notification after it.
 */
export async function announceJoined(tx: Transaction, userId: number): Promise<void> {
  const joined = await tx.em().findOneOrFail(User, userId, { fields: ['inviter'] });
  if (!joined.inviter) return;
  await tx.em().insert(PendingNotification, { recipientId: joined.inviter.id, kind: 'joined', actorId: userId });
}

/**
 * Checks whether sign-up is allowed, and returns the hash of the given invitation code, which is not checked here, or null without
 * one. Throws `sign-up-closed`, `invitation-required`.
 */
export function requireSignUpAllowed(signUp: SignUpMode, code: string | null | undefined): string | null {
  if (signUp === 'closed') throw new Refusal('sign-up-closed');
  if (!code && signUp === 'invitation') throw new Refusal('invitation-required');
  return code ? hashToken(code) : null;
}

/**
 * Like `requireSignUpAllowed`, for a step that does not yet use up the invitation: if one is required, also throws
 * `invitation-invalid`.
 */
export async function checkInvitation(ctx: Context, code: string | null): Promise<string | null> {
  const { signUp } = await readServerSettings(ctx);
  const codeHash = requireSignUpAllowed(signUp, code);
  if (codeHash === null || signUp === 'open') return codeHash;
  if ((await ctx.db.em().count(Invitation, { codeHash, ...isUsable() })) === 0) throw new Refusal('invitation-invalid');
  return codeHash;
}

/**
 * Uses an invitation in the transaction that creates the account, and returns who gave it: null for an operator, and without a usable
 * invitation. Throws `invitation-invalid` if one is required.
 */
export async function takeInvitation(
  tx: Transaction,
  codeHash: string | null,
  required: boolean,
): Promise<number | null> {
  const em = tx.em();
  const usable = codeHash === null ? null : await em.findOne(Invitation, { codeHash, ...isUsable() });
  // Of concurrent calls for the last use, the row's own columns decide.
  const use =
    usable && (await em.nativeUpdate(Invitation, { codeHash, ...isOpen() }, { usesLeft: plus('uses_left', -1) }));
  if (use) return usable.inviter?.id ?? null;
  if (required) throw new Refusal('invitation-invalid');
  return null;
}
