export const viewerKeys = { id: 'loggedInUserId', name: 'loggedInUserName', picture: 'loggedInUserPic' };

/** The member this browser belongs to. A hint and not a proof: the server decides by the cookie. */
export const viewerId = (): string | null => {
  try {
    return localStorage.getItem(viewerKeys.id);
  } catch {
    return null;
  }
};

export const hasViewer = (): boolean => viewerId() !== null;
