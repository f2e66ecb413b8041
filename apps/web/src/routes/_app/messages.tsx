import { createFileRoute } from '@tanstack/react-router';
import { MessagesScreen } from '../../features/messages/MessagesScreen.tsx';
import { contactsInput } from '../../lib/lists.ts';

export const Route = createFileRoute('/_app/messages')({
  validateSearch: (search): { userId?: number | undefined } => {
    const userId = Number(search.userId);
    return { userId: Number.isSafeInteger(userId) && userId > 0 ? userId : undefined };
  },
  loader: async () => {
    const { queries } = await import('../../lib/trpc.ts');
    void queries.messages.contacts.prefetchInfinite(contactsInput(''), { staleTime: 60_000 });
  },
  component: () => <MessagesScreen userId={Route.useSearch().userId} />,
});
