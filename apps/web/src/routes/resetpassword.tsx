import { createFileRoute } from '@tanstack/react-router';
import { ResetScreen } from '../features/auth/ResetScreen.tsx';

export const Route = createFileRoute('/resetpassword')({
  validateSearch: (search): { oobCode?: string | undefined } => ({
    oobCode: search.oobCode === undefined ? undefined : String(search.oobCode),
  }),
  component: () => <ResetScreen code={Route.useSearch().oobCode} />,
});
