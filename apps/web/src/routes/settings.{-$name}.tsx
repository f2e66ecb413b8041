import { createFileRoute, redirect } from '@tanstack/react-router';
import { readPopup } from '../lib/popupSearch.ts';
import { popupNamed } from '../lib/settingsAddress.ts';

/** The address that is shown while a popup of the settings is open. A visit to it opens the popup over the account screen. */
export const Route = createFileRoute('/settings/{-$name}')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/account', search: readPopup({ popup: popupNamed(params.name) }), replace: true });
  },
});
