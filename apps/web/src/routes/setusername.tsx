import { createFileRoute, redirect } from '@tanstack/react-router';
import { SetUserNameScreen } from '../features/auth/SetUserNameScreen.tsx';

export const Route = createFileRoute('/setusername')({
  validateSearch: (search): { uid?: string | undefined } => ({
    uid: search.uid === undefined ? undefined : String(search.uid),
  }),
  beforeLoad: ({ search }) => {
    if (!search.uid) throw redirect({ to: '/login', replace: true });
  },
  component: () => <SetUserNameScreen uid={Route.useSearch().uid ?? ''} />,
});
