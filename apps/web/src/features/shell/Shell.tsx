import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { trpc } from '../../lib/trpc.ts';
import { ViewerContext } from '../../lib/viewerContext.ts';
import { Toaster } from '../../ui/toast.tsx';
import { ShellFrame } from './ShellFrame.tsx';

function ViewerProvider({ children }: { children: ReactNode }) {
  const { data } = trpc.auth.session.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  return <ViewerContext value={data?.user}>{children}</ViewerContext>;
}

function TrpcProvider({ children }: { children: ReactNode }) {
  return (
    <trpc.Provider client={api} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ViewerProvider>{children}</ViewerProvider>
      </QueryClientProvider>
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
