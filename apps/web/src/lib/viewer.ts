export const viewerKeys = { id: 'loggedInUserId', name: 'loggedInUserName', picture: 'loggedInUserPic' };

/** Returns the id of the member who last signed in to this browser. It proves nothing: the server decides by the cookie. */
export const viewerId = (): string | null => {
  try {
    return localStorage.getItem(viewerKeys.id);
  } catch {
    return null;
  }
};

export const hasViewer = (): boolean => viewerId() !== null;
