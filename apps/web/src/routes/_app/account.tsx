import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../../features/profile/AccountScreen.tsx';
import { firstLook, userPostsInput } from '../../lib/lists.ts';

export const Route = createFileRoute('/_app/account')({
  loader: async () => {
    const [{ queries }, { loadSession }] = await Promise.all([
      import('../../lib/trpc.ts'),
      import('../../lib/session.ts'),
    ]);
    const session = await loadSession();
    if (!session) return;
    await firstLook(queries.posts.byUser.prefetchInfinite(userPostsInput(session.user.userId), { staleTime: 60_000 }));
  },
  component: AccountScreen,
});
