import { createFileRoute } from '@tanstack/react-router';
import { Shell } from '../features/shell/Shell.tsx';
import { readPopup } from '../lib/popupSearch.ts';

/** The layout of all screens for signed-in members. */
export const Route = createFileRoute('/_app')({
  validateSearch: readPopup,
  beforeLoad: async ({ location }) => {
    const { requireMember } = await import('../lib/session.ts');
    await requireMember(location);
  },
  component: Shell,
});
