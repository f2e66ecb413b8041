export const viewerKeys = { id: 'loggedInUserId', name: 'loggedInUserName', picture: 'loggedInUserPic' };

/** The id of the member who last signed in to this browser. It is a hint and no proof: the server decides by the cookie. */
export const viewerId = (): string | null => {
  try {
    return localStorage.getItem(viewerKeys.id);
  } catch {
    return null;
  }
};

export const hasViewer = (): boolean => viewerId() !== null;
