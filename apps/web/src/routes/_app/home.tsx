import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '../../features/home/HomeScreen.tsx';
import { firstLook, homeInput } from '../../lib/lists.ts';

export const Route = createFileRoute('/_app/home')({
  loader: async () => {
    const { queries } = await import('../../lib/trpc.ts');
    await firstLook(queries.feed.home.prefetchInfinite(homeInput, { staleTime: 60_000 }));
  },
  component: HomeScreen,
});
