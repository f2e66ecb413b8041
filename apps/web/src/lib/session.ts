import { failureOf } from './failure.ts';
import { queries, queryClient, trpc } from './trpc.ts';
import { forgetViewer, rememberViewer } from './viewer.ts';

/** The session, or null for a visitor. Throws only when the server cannot be asked. */
export async function loadSession() {
  try {
    const session = await queries.auth.session.ensureData();
    rememberViewer(session.user);
    return session;
  } catch (error) {
    if (failureOf(error).code !== 'unauthenticated') throw error;
    forgetViewer();
    return null;
  }
}

export function endSession(): void {
  queryClient.clear();
  forgetViewer();
}

/** The signed-in member; only below the protected layout, whose guard has loaded the session. */
export function useViewer() {
  const { data } = trpc.auth.session.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  if (!data) throw new Error('No session below the protected layout');
  return data.user;
}
