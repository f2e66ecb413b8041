import type { Session } from './types.ts';

const key = 'kith.session';

/** Keeps who is signed in, so that the app opens without a connection; the address of their mail is left out. */
export function keepSession(session: Session): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...session, user: { ...session.user, email: '' } }));
  } catch {
    // Without storage the app needs the server to open.
  }
}

/** The kept session, while it lasts. */
export function keptSession(): Session | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Session | null;
    return kept && Date.parse(kept.expiresAt) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}
