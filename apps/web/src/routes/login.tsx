import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen, readLoginSearch } from '../features/auth/LoginScreen.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: readLoginSearch,
  component: () => <LoginScreen {...Route.useSearch()} />,
});
