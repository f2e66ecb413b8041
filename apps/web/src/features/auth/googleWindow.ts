const size = { width: 480, height: 640 };

interface Way {
  popup?: boolean;
  reauth?: boolean;
  /** The page that opens after the sign-in. */
  next?: string | undefined;
}

/** Returns the path at which a sign-in with Google begins. */
export const googlePath = ({ popup = false, reauth = false, next }: Way): string =>
  `/auth/google?${new URLSearchParams({ ...(popup && { popup: '1' }), ...(reauth && { reauth: '1' }), ...(next && { next }) })}`;

/**
 * Opens the window of a sign-in with Google, or returns null if popups are blocked. The caller must be the click handler itself
 * and not code that runs later, otherwise the browser blocks the window.
 */
export function openGoogleWindow(way: Way): Window | null {
  const left = Math.round(screenX + (outerWidth - size.width) / 2);
  const top = Math.round(screenY + (outerHeight - size.height) / 2);
  return open(
    googlePath({ ...way, popup: true }),
    'kith-sign-in',
    `popup,width=${size.width},height=${size.height},left=${left},top=${top}`,
  );
}
