interface Member {
  userId: number;
  userName: string;
  profilePicture: string | null;
}

const keys = { id: 'loggedInUserId', name: 'loggedInUserName', picture: 'loggedInUserPic' };

const guarded = (action: () => void): void => {
  try {
    action();
  } catch {
    // Without storage the session cookie alone carries the sign-in.
  }
};

export function rememberViewer(member: Member): void {
  guarded(() => {
    localStorage.setItem(keys.id, String(member.userId));
    localStorage.setItem(keys.name, member.userName);
    localStorage.setItem(keys.picture, member.profilePicture ?? '');
  });
}

/** After log-out nothing of the member stays behind but the choices of theme and language. */
export function forgetViewer(): void {
  guarded(() => {
    const kept = ['kith.theme', 'i18nextLng'].map((key) => [key, localStorage.getItem(key)] as const);
    localStorage.clear();
    for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
  });
}

/** The member this browser belongs to. A hint, not a proof: the server decides with the cookie. */
export const viewerId = (): string | null => {
  try {
    return localStorage.getItem(keys.id);
  } catch {
    return null;
  }
};

export const someoneWasHere = (): boolean => viewerId() !== null;
