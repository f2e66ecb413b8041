import { createFileRoute } from '@tanstack/react-router';
import { contactsInput } from '../../features/messages/contactsInput.ts';
import { MessagesScreen } from '../../features/messages/MessagesScreen.tsx';

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
