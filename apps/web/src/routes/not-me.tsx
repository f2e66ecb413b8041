import { createFileRoute } from '@tanstack/react-router';
import { NotMeScreen } from '../features/auth/NotMeScreen.tsx';

export const Route = createFileRoute('/not-me')({
  validateSearch: (search): { code?: string | undefined } => ({
    code: search.code === undefined ? undefined : String(search.code),
  }),
  component: () => <NotMeScreen code={Route.useSearch().code} />,
});
