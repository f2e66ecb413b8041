import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { queryClient, trpc } from '../../lib/trpc.ts';
import { Toaster } from '../../ui/toast.tsx';
import { ShellFrame } from './ShellFrame.tsx';

function TrpcProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={api} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

export function Shell() {
  return (
    <TrpcProvider>
      <ShellFrame />
      <Toaster />
    </TrpcProvider>
  );
}
