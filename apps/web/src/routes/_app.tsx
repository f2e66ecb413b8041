import { createFileRoute, redirect } from '@tanstack/react-router';
import { Shell } from '../features/shell/Shell.tsx';
import { readPopup } from '../lib/popupSearch.ts';

/** The layout of all screens that need a signed-in member. */
export const Route = createFileRoute('/_app')({
  validateSearch: readPopup,
  beforeLoad: async ({ location, preload, search }) => {
    const { requireMember } = await import('../lib/session.ts');
    await requireMember(location.href, preload);
    // Links from before posts had their own pages have the id in the search, and are redirected.
    if (search.post !== undefined && !location.maskedLocation) {
      const { postAddress } = await import('../lib/popups.ts');
      throw redirect({ ...postAddress(search.post, search.edit), replace: true });
    }
  },
  component: Shell,
});
