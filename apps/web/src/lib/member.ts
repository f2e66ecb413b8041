import type { Member } from './types.ts';
import { viewerId, viewerKeys } from './viewer.ts';

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

/** Stores who has signed in to this browser, and shows that member's data on this page. */
export function rememberViewer(member: Pick<Member, 'userId' | 'userName' | 'profilePicture'>): void {
  showMember(member.userId);
  ignoreErrors(() => {
    localStorage.setItem(viewerKeys.id, String(member.userId));
    localStorage.setItem(viewerKeys.name, member.userName);
    localStorage.setItem(viewerKeys.picture, member.profilePicture ?? '');
    localStorage.removeItem(endedKey);
  });
}

/** The key under which lib/offlineCache.ts stores the session, for opening the app without a connection. */
export const sessionKey = 'kith.session';

export const deleteStoredSession = (): void => ignoreErrors(() => localStorage.removeItem(sessionKey));

/** The key with the id of the member whose session ended by itself, and whose own data waits here for the next log-in. */
const endedKey = 'kith.ended';

/** Whether drafts and the outbox of a member stay in this browser when the session ends. */
export type Unsent = 'kept' | 'deleted';

/** Clears the local storage, except for the chosen theme and language and, if `kept`, what is stored under the member's key. */
export function forgetViewer(unsent: Unsent): void {
  ignoreErrors(() => {
    const ended = unsent === 'kept' ? viewerId() : null;
    const preserved = Object.entries(localStorage).filter(
      ([key]) => key === 'kith.theme' || key === 'i18nextLng' || (ended !== null && key.startsWith(`kith.${ended}.`)),
    );
    localStorage.clear();
    for (const [key, value] of preserved) localStorage.setItem(key, value);
    if (ended !== null) localStorage.setItem(endedKey, ended);
  });
  shown = null;
}

/** Returns the member whose data this browser stores, signed in or waiting for the next log-in. */
export const storedMember = (): string | null => {
  try {
    return viewerId() ?? localStorage.getItem(endedKey);
  } catch {
    return null;
  }
};

/**
 * Returns the id of the member whose data this page shows. It differs from `viewerId` if another member has logged in in
 * another tab.
 */
export const pageMember = (): string | null => shown ?? viewerId();

/**
 * Returns the storage key for data of this page's member. Other members who use this browser do not read data under this key.
 */
export const memberKey = (name: string, member = pageMember()): string => `kith.${member ?? ''}.${name}`;

/** Returns whether this browser stores data of a member other than `userId`. */
export const belongsToAnother = (userId: number): boolean => (storedMember() ?? String(userId)) !== String(userId);
