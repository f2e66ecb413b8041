import { createFileRoute, redirect } from '@tanstack/react-router';
import { ProfileSkeleton } from '../../features/profile/ProfileSkeleton.tsx';
import { UserScreen } from '../../features/profile/UserScreen.tsx';
import { failureOf } from '../../lib/failure.ts';
import { userPostsInput } from '../../lib/lists.ts';

export const Route = createFileRoute('/_app/user/$username')({
  loader: async ({ params: { username }, location }) => {
    const [{ queries }, { loadSession }] = await Promise.all([
      import('../../lib/trpc.ts'),
      import('../../lib/session.ts'),
    ]);
    const session = await loadSession();
    if (session?.user.userName.toLowerCase() === username.toLowerCase()) {
      throw redirect({ to: '/account', search: location.search, replace: true });
    }
    try {
      const { userId } = await queries.users.byName.ensureData({ userName: username });
      void queries.posts.byUser.prefetchInfinite(userPostsInput(userId), { staleTime: 60_000 });
    } catch (error) {
      if (failureOf(error).code === 'not-found') throw redirect({ to: '/404', replace: true });
      throw error;
    }
  },
  pendingMs: 150,
  pendingComponent: ProfileSkeleton,
  component: () => <UserScreen userName={Route.useParams().username} />,
});
