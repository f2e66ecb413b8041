import { createFileRoute } from '@tanstack/react-router';
import { NotificationsSkeleton } from '../../features/notifications/NotificationsSkeleton.tsx';

export const Route = createFileRoute('/_app/notification')({ component: NotificationsSkeleton });
