import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';

export type Notification = inferRouterOutputs<AppRouter>['notifications']['list']['items'][number];

export const filters = ['all', 'follow', 'likes', 'comments'] as const;
export type Filter = (typeof filters)[number];
