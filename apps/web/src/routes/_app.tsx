import { createFileRoute, redirect } from '@tanstack/react-router';
import { Shell } from '../features/shell/Shell.tsx';
import { readPopup } from '../lib/popupSearch.ts';

/** Everything that needs a signed-in member. */
export const Route = createFileRoute('/_app')({
  validateSearch: readPopup,
  beforeLoad: async ({ location, preload, search }) => {
    const { requireMember } = await import('../lib/session.ts');
    await requireMember(location.href, preload);
    // The address of posts before they had a page of their own.
    if (search.post !== undefined && !location.maskedLocation) {
      const { postAddress } = await import('../lib/popups.ts');
      throw redirect({ ...postAddress(search.post, search.edit), replace: true });
    }
  },
  component: Shell,
});
