import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { doubtConnection, isConnected, trustConnection, watchConnection } from '../../lib/connection.ts';
import { watchLive } from '../../lib/live.ts';
import { confirmSession, endSession, openedOnKept } from '../../lib/session.ts';
import { isLeaving, setLeaving, watchSignedOut } from '../../lib/signedOut.ts';

/**
 * Notices by its silent stream a server that went away, and catches up when it is back; leaves when the session has
 * ended elsewhere, such as on the list of devices.
 */
export function useReconnect(): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    setLeaving(false);
    let stopped = false;
    let asking = false;
    const staySignedIn = async (): Promise<boolean> => {
      if (stopped || asking || isLeaving() || !isConnected()) return false;
      asking = true;
      const known = await confirmSession();
      asking = false;
      if (known || stopped) return known;
      await router.navigate({ to: '/login', replace: true });
      endSession();
      return false;
    };
    const catchUp = async () => {
      if (openedOnKept() && (await staySignedIn())) void client.invalidateQueries();
    };
    const off = [
      watchConnection(() => void catchUp()),
      watchSignedOut(() => void staySignedIn()),
      watchLive((up) => {
        if (up) trustConnection();
        else void doubtConnection().then(staySignedIn);
      }),
    ];
    return () => {
      stopped = true;
      for (const stop of off) stop();
    };
  }, [client, router]);
}
