import type { CalendarAddress, CalendarFeedView, PostView } from '@kith/contracts';
import { CalendarFeed, eventQueries } from '@kith/db';
import { lockCaller } from '../auth/actor.ts';
import { requireFreshAuthentication } from '../auth/reauthenticate.ts';
import type { Actor, Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { limitMember, userLimits } from '../limits.ts';
import { postView } from '../posts/postView.ts';
import { hashToken, newToken } from '../secrets.ts';

/** When the address of the caller's calendar feed was made; null without one. */
export async function readCalendarFeed(ctx: Context, actor: Actor): Promise<CalendarFeedView> {
  const feed = await ctx.db.em().findOne(CalendarFeed, { user: actor.userId });
  return feed && { createdAt: feed.createdAt.toISOString() };
}

/**
 * Makes an address for the caller's calendar feed, which takes the place of an earlier one. Only a hash of its token is stored. Throws
 * `reauthentication-required`, `unauthenticated`.
 */
export const renewCalendarFeed = (ctx: Context, actor: Actor): Promise<CalendarAddress> =>
  ctx.db.transaction(async (tx) => {
    await lockCaller(tx, actor);
    await requireFreshAuthentication(ctx, actor, tx);
    const token = newToken();
    const createdAt = ctx.clock.now();
    await tx.em().upsert(CalendarFeed, { user: actor.userId, tokenHash: hashToken(token), createdAt });
    return { createdAt: createdAt.toISOString(), url: `${ctx.settings.publicUrl}/events.ics?token=${token}` };
  });

/** Switches the caller's calendar feed off: its address answers like one that never was. Idempotent. */
export async function removeCalendarFeed(ctx: Context, actor: Actor): Promise<void> {
  await ctx.db.em().nativeDelete(CalendarFeed, { user: actor.userId });
}

/** The maximum number of events of a calendar feed. */
const maxEvents = 500;

/**
 * The posts whose events are in the calendar feed with this token: the member's own, and those answered with yes or maybe, since a year
 * ago. Throws `not-found`, `rate-limited`.
 */
export async function listCalendar(ctx: Context, token: string): Promise<PostView[]> {
  const active = { deletedAt: null, disabledAt: null };
  const feed = await ctx.db.em().findOne(CalendarFeed, { tokenHash: hashToken(token), user: active });
  if (!feed) throw new Refusal('not-found');
  await limitMember(ctx, userLimits.calendars, { userId: feed.user.id, token: null });
  const address = await pictureAddresses(ctx);
  const rows = await ctx.db.run(eventQueries.calendar, [feed.user.id, maxEvents]);
  return rows.map((row) => postView(ctx.settings, address, row));
}
