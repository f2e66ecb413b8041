import type { AppRouter } from '@kith/trpc';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { api } from './api.ts';
import { failureOf } from './failure.ts';

export const trpc = createTRPCReact<AppRouter>();

const passing = new Set(['network', 'internal']);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 15 * 60_000,
      retry: (count, error) => count < 2 && passing.has(failureOf(error).code),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
});

export const queries = createTRPCQueryUtils<AppRouter>({ queryClient, client: api });
