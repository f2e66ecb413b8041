import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '../../features/notifications/NotificationsScreen.tsx';
import { notificationsInput } from '../../lib/lists.ts';

export const Route = createFileRoute('/_app/notification')({
  loader: async () => {
    const { queries } = await import('../../lib/trpc.ts');
    void queries.notifications.list.prefetchInfinite(notificationsInput('all'), { staleTime: 60_000 });
  },
  component: NotificationsScreen,
});
