import { createFileRoute, redirect } from '@tanstack/react-router';
import { Shell } from '../features/shell/Shell.tsx';
import { readPopup } from '../lib/popupSearch.ts';

/** Everything that needs a signed-in member. */
export const Route = createFileRoute('/_app')({
  validateSearch: readPopup,
  beforeLoad: async () => {
    const { loadSession } = await import('../lib/session.ts');
    if (!(await loadSession())) throw redirect({ to: '/login', replace: true });
  },
  component: Shell,
});
