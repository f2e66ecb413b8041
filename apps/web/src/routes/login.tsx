import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen, readLoginSearch } from '../features/auth/LoginScreen.tsx';

export const Route = createFileRoute('/login')({
  // Its screen is in the first chunk of every page: one file less to fetch.
  codeSplitGroupings: [],
  validateSearch: readLoginSearch,
  component: () => <LoginScreen {...Route.useSearch()} />,
});
