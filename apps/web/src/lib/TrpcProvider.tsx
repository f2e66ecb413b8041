import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from './api.ts';
import { queryClient, trpc } from './trpc.ts';

export function TrpcProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={api} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
