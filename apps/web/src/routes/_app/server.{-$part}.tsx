import { createFileRoute } from '@tanstack/react-router';
import { ServerScreen } from '../../features/host/ServerScreen.tsx';

/** The screen for hosts. Without a part, it shows the overview or, on a phone, the list of parts. */
export const Route = createFileRoute('/_app/server/{-$part}')({
  component: () => <ServerScreen part={Route.useParams().part} />,
});
