import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isConnected, watchConnection } from './connection.ts';
import { failureOf } from './failure.ts';

const retryable = new Set(['network', 'internal']);

onlineManager.setEventListener((setOnline) => {
  setOnline(isConnected());
  return watchConnection(() => setOnline(isConnected()));
});

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 15 * 60_000,
      retry: (count, error) => count < 2 && isConnected() && retryable.has(failureOf(error).code),
      refetchOnWindowFocus: false,
      // Queries also run without a connection: the service worker may have cached the response, otherwise an error is shown.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
