import { createFileRoute } from '@tanstack/react-router';
import { MessagesSkeleton } from '../../features/messages/MessagesSkeleton.tsx';

export const Route = createFileRoute('/_app/messages')({
  validateSearch: (search): { userId?: number | undefined } => {
    const userId = Number(search.userId);
    return { userId: Number.isSafeInteger(userId) && userId > 0 ? userId : undefined };
  },
  component: MessagesSkeleton,
});
