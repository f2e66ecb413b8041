import type { MutedUser, Page } from '@kith/contracts';
import { Mute, muteQueries } from '@kith/db';
import { refuseMissing, requireActiveAccount } from './auth/actor.ts';
import type { Actor, Context } from './context.ts';
import { type PageInput, timeCursor } from './cursor.ts';
import { endTime } from './endTime.ts';
import { Refusal } from './errors.ts';
import { userSummary } from './users/userView.ts';
import { visiblePage } from './visiblePage.ts';

/**
 * Hides a member from the caller's feed, explore and notifications until `until`, for `forSeconds`, or for good, without notifying the member.
 * Throws `cannot-mute-yourself`, `not-found`.
 */
export async function muteUser(
  ctx: Context,
  actor: Actor,
  input: { userId: number; until?: string | null | undefined; forSeconds?: number | undefined },
): Promise<void> {
  if (input.userId === actor.userId) throw new Refusal('cannot-mute-yourself');
  const until = await endTime(ctx, input.forSeconds, input.until ?? 'infinity');
  const [row] = await ctx.db.run(muteQueries.add, [actor.userId, input.userId, until]);
  if (!row) await refuseMissing(ctx, actor);
}

/** Unmutes a member. Idempotent. */
export async function unmuteUser(ctx: Context, actor: Actor, input: { userId: number }): Promise<void> {
  await requireActiveAccount(ctx, actor);
  await ctx.db.em().nativeDelete(Mute, { muter: actor.userId, muted: input.userId });
}

/** The members that the caller has muted, newest first. */
export async function listMutes(ctx: Context, actor: Actor, input: PageInput): Promise<Page<MutedUser>> {
  return visiblePage(input, {
    key: timeCursor,
    read: ({ at, id }, rows) => ctx.db.run(muteQueries.list, [actor.userId, at, id, rows]),
    view: (row) => ({ ...userSummary(ctx.settings, row), until: row.until }),
    keyOf: (row) => [row.created_at, row.key_id],
  });
}
