import * as z from 'zod/mini';
import { count, givenTime, id, key, seconds, time } from './common.ts';

const maxDays = 90;
const isBeforeLimit = (time: string): boolean => {
  const days = (Date.parse(time) - Date.now()) / 86_400_000;
  return days > 0 && days <= maxDays;
};

/** How many people can join with an invitation, and when it expires: by default after 7 days, at most after 90. */
export const createInvitationInput = z.object({
  uses: z._default(
    z.int(key('invalid-input')).check(z.minimum(1, key('invalid-input')), z.maximum(100, key('invalid-input'))),
    1,
  ),
  expiresAt: z.optional(givenTime.check(z.refine(isBeforeLimit, key('invalid-input')))),
  /** In place of `expiresAt`: the number of seconds after which the invitation expires. */
  expiresInSeconds: z.optional(seconds(1, maxDays * 86_400)),
});

/** An open invitation as its creator sees it in a list. The link is shown only once, when the invitation is created. */
export const invitation = z.object({
  invitationId: id,
  uses: count,
  usesLeft: count,
  createdAt: time,
  expiresAt: time,
});
export type InvitationView = z.output<typeof invitation>;
export const createdInvitation = z.extend(invitation, { code: z.string(), url: z.string() });
export type CreatedInvitation = z.output<typeof createdInvitation>;
/** `code` is the code at the end of an invitation's link, or the `invitationId` from a list. */
export const invitationInput = z.object({
  code: z.string(key('invalid-input')).check(z.maxLength(200, key('invalid-input'))),
});
