import { createFileRoute, redirect } from '@tanstack/react-router';
import { LoginScreen } from '../features/auth/LoginScreen.tsx';
import { readLoginSearch } from '../features/auth/loginSearch.ts';
import { hasViewer } from '../lib/viewer.ts';

export const Route = createFileRoute('/')({
  validateSearch: readLoginSearch,
  beforeLoad: () => {
    if (hasViewer()) throw redirect({ to: '/home', replace: true });
  },
  component: () => <LoginScreen {...Route.useSearch()} />,
});
