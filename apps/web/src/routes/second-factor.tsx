import { createFileRoute } from '@tanstack/react-router';
import { readNext } from '../features/auth/loginSearch.ts';
import { SecondFactorScreen } from '../features/auth/SecondFactorScreen.tsx';

export const Route = createFileRoute('/second-factor')({
  validateSearch: readNext,
  component: () => <SecondFactorScreen {...Route.useSearch()} />,
});
