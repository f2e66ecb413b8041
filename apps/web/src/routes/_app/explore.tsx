import { createFileRoute } from '@tanstack/react-router';
import { ExploreScreen } from '../../features/explore/ExploreScreen.tsx';
import { popularInput } from '../../lib/lists.ts';

export const Route = createFileRoute('/_app/explore')({
  loader: async () => {
    const { queries } = await import('../../lib/trpc.ts');
    void queries.posts.popular.prefetchInfinite(popularInput, { staleTime: 60_000 });
  },
  component: ExploreScreen,
});
