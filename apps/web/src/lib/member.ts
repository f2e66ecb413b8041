import { hasViewer, viewerId, viewerKeys } from './viewer.ts';

interface Member {
  userId: number;
  userName: string;
  profilePicture: string | null;
}

const guarded = (action: () => void): void => {
  try {
    action();
  } catch {
    // Without storage the session cookie alone keeps the member signed in.
  }
};

let shown: string | null = null;

/** Sets whose page this is, before anything of theirs is read or stored. */
export function showMember(userId: number): void {
  shown = String(userId);
}

export function rememberViewer(member: Member): void {
  showMember(member.userId);
  guarded(() => {
    localStorage.setItem(viewerKeys.id, String(member.userId));
    localStorage.setItem(viewerKeys.name, member.userName);
    localStorage.setItem(viewerKeys.picture, member.profilePicture ?? '');
  });
}

/** Where lib/offlineCache.ts stores the session for a start without a connection. */
export const sessionKey = 'kith.session';

export const deleteStoredSession = (): void => guarded(() => localStorage.removeItem(sessionKey));

/** After log-out only the choices of theme and language remain. */
export function forgetViewer(): void {
  shown = null;
  guarded(() => {
    const kept = ['kith.theme', 'i18nextLng'].map((key) => [key, localStorage.getItem(key)] as const);
    localStorage.clear();
    for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
  });
}

/** The member whom this page shows: not `viewerId`, once another tab has logged somebody else in. */
export const pageMember = (): string | null => shown ?? viewerId();

/** The storage key for data of the page's member, which no other member of this browser reads. */
export const memberKey = (name: string): string => `kith.${pageMember() ?? ''}.${name}`;

/** Whether this browser belongs to a member other than this one. */
export const isAnothers = (userId: number): boolean => hasViewer() && viewerId() !== String(userId);
