import * as z from 'zod/mini';
import { count, id, key, time } from './common.ts';

/** How many people may join by an invitation, and for how many days. */
export const invitationTerms = z.object({
  uses: z._default(
    z.int(key('invalid-input')).check(z.minimum(1, key('invalid-input')), z.maximum(100, key('invalid-input'))),
    1,
  ),
  days: z._default(
    z.int(key('invalid-input')).check(z.minimum(1, key('invalid-input')), z.maximum(90, key('invalid-input'))),
    7,
  ),
});

/** An open invitation as whoever made it sees it later; its link is told once. */
export const invitation = z.object({
  invitationId: id,
  uses: count,
  usesLeft: count,
  createdAt: time,
  expiresAt: time,
});
export type InvitationView = z.output<typeof invitation>;
export const madeInvitation = z.extend(invitation, { url: z.string() });
export type MadeInvitation = z.output<typeof madeInvitation>;
export const invitationInput = z.object({ invitationId: id });
