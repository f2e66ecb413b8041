import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { api } from '../../lib/api.ts';
import { newPicture } from '../../lib/newPicture.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { useStore } from '../../lib/store.ts';
import { trpc } from '../../lib/trpc.ts';
import { ViewerContext } from '../../lib/viewerContext.ts';
import { Toaster } from '../../ui/toast.tsx';
import { ShellFrame } from './ShellFrame.tsx';

function ViewerProvider({ children }: { children: ReactNode }) {
  const { data } = trpc.auth.session.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const user = data?.user;
  const picture = useStore(newPicture);
  const viewer = useMemo(
    () =>
      picture && user?.userId === picture.userId && user.profilePicture === picture.replaces
        ? { ...user, profilePicture: picture.url }
        : user,
    [user, picture],
  );
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
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
