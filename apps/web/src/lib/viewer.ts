export const viewerKeys = { id: 'loggedInUserId', name: 'loggedInUserName', picture: 'loggedInUserPic' };

/** Returns the id of the member who last signed in to this browser. The server trusts only the session cookie, not this id. */
export const viewerId = (): string | null => {
  try {
    return localStorage.getItem(viewerKeys.id);
  } catch {
    return null;
  }
};

export const hasViewer = (): boolean => viewerId() !== null;
