import { hasViewer, viewerId, viewerKeys } from './viewer.ts';

interface Member {
  userId: number;
  userName: string;
  profilePicture: string | null;
}

const ignoreErrors = (action: () => void): void => {
  try {
    action();
  } catch {
    // Without storage, only the session cookie keeps the member signed in.
  }
};

let shown: string | null = null;

/** Sets the member whose data this page shows. Must be called before any data of that member is read or stored. */
export function showMember(userId: number): void {
  shown = String(userId);
}

export function rememberViewer(member: Member): void {
  showMember(member.userId);
  ignoreErrors(() => {
    localStorage.setItem(viewerKeys.id, String(member.userId));
    localStorage.setItem(viewerKeys.name, member.userName);
    localStorage.setItem(viewerKeys.picture, member.profilePicture ?? '');
  });
}

/** The key under which lib/offlineCache.ts stores the session, for opening the app without a connection. */
export const sessionKey = 'kith.session';

export const deleteStoredSession = (): void => ignoreErrors(() => localStorage.removeItem(sessionKey));

/** Clears the local storage at log-out, except for the chosen theme and language. */
export function forgetViewer(): void {
  shown = null;
  ignoreErrors(() => {
    const preserved = ['kith.theme', 'i18nextLng'].map((key) => [key, localStorage.getItem(key)] as const);
    localStorage.clear();
    for (const [key, value] of preserved) if (value !== null) localStorage.setItem(key, value);
  });
}

/**
 * Returns the id of the member whose data this page shows. It differs from `viewerId` if another member has logged in in
 * another tab.
 */
export const pageMember = (): string | null => shown ?? viewerId();

/**
 * Returns the storage key for data of this page's member. Other members who use this browser do not read data under this key.
 */
export const memberKey = (name: string): string => `kith.${pageMember() ?? ''}.${name}`;

/** Returns whether this browser stores data of a member other than `userId`. */
export const belongsToAnother = (userId: number): boolean => hasViewer() && viewerId() !== String(userId);
