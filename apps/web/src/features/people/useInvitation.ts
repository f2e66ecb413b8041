import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { toast } from '../../ui/toast.tsx';
import { useInvitationPolicy } from './useInvitationPolicy.ts';

/** How many people can join with a link, and for how many days it is valid. */
export interface InvitationTerms {
  uses: number;
  days: number;
}

/** The invitations made since the page was loaded, by member and terms: the server stores only a hash of each link. */
const made = new Map<string, { invitationId: number; url: string }>();

/** Returns the link made before, unless it is used up, has expired or was taken back. */
async function openLink(key: string): Promise<string | undefined> {
  const known = made.get(key);
  if (!known) return;
  const { items } = await api.invitations.list.query();
  return items.some(({ invitationId }) => invitationId === known.invitationId) ? known.url : undefined;
}

/** The codes with which the server refuses a link of the member's own, although everybody may sign up with the plain one. */
const withoutOwnLink = ['too-many-invitations', 'email-unconfirmed'];

/**
 * What the invitation buttons need. `link` returns the link by which friends can join, and creates it on first use. It is the
 * member's own, so that the member is notified of who joined by it; where everybody may sign up, the plain address serves as well.
 */
export function useInvitation(terms: InvitationTerms) {
  const { userId } = useViewer();
  const utils = trpc.useUtils();
  const { own, plain, possible } = useInvitationPolicy();
  const [busy, setBusy] = useState(false);

  const link = async (): Promise<string | undefined> => {
    if (!own) return plain;
    const key = `${userId} ${terms.uses} ${terms.days}`;
    setBusy(true);
    try {
      const known = await openLink(key);
      if (known) return known;
      const { invitationId, url } = await api.invitations.create.mutate({
        uses: terms.uses,
        expiresInSeconds: terms.days * 86_400,
      });
      made.set(key, { invitationId, url });
      void utils.invitations.list.invalidate();
      void utils.host.invitations.invalidate();
      return url;
    } catch (error) {
      if (plain && withoutOwnLink.includes(failureOf(error).code)) return plain;
      toast(failureText(error), { variant: 'bad' });
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  return { possible, own, busy, link };
}
