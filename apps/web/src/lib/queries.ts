import type { AppRouter } from '@kith/trpc';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { api } from './api.ts';
import { queryClient } from './queryClient.ts';

/** The same queries as `trpc`, with the same cache, for code that is not a component. */
export const queries = createTRPCQueryUtils<AppRouter>({ queryClient, client: api });
