import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { doubtConnection, isConnected, watchConnection } from '../../lib/connection.ts';
import { watchLive } from '../../lib/live.ts';
import { confirmSession, endSession, openedOnKept } from '../../lib/session.ts';

/** Notices a server that went away by its silent stream, and catches up when it is back. */
export function useReconnect(): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const catchUp = async () => {
      if (!isConnected() || !openedOnKept()) return;
      if (await confirmSession()) return void client.invalidateQueries();
      await router.navigate({ to: '/login', replace: true });
      endSession();
    };
    const off = [
      watchConnection(() => void catchUp()),
      watchLive((up) => {
        if (!up) void doubtConnection();
      }),
    ];
    return () => {
      for (const stop of off) stop();
    };
  }, [client, router]);
}
