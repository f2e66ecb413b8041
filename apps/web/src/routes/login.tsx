import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../features/auth/LoginScreen.tsx';
import { readLoginSearch } from '../features/auth/loginSearch.ts';

export const Route = createFileRoute('/login')({
  validateSearch: readLoginSearch,
  component: () => <LoginScreen {...Route.useSearch()} />,
});
