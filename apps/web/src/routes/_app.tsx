import { createFileRoute, redirect } from '@tanstack/react-router';
import { Shell } from '../features/shell/Shell.tsx';
import { readPopup } from '../lib/popupSearch.ts';

/** The layout of all screens for signed-in members. */
export const Route = createFileRoute('/_app')({
  validateSearch: readPopup,
  beforeLoad: async ({ location, search }) => {
    const { requireMember } = await import('../lib/session.ts');
    await requireMember(location);
    // Posts once had no pages of their own. Links from that time contain the post's id as a search parameter, and are
    // redirected.
    if (search.post !== undefined && !location.maskedLocation) {
      const { postAddress } = await import('../lib/popups.ts');
      throw redirect({ ...postAddress(search.post, search.edit), replace: true });
    }
  },
  component: Shell,
});
