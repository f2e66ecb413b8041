const size = { width: 480, height: 640 };

/**
 * Opens the window of a sign-in with Google, or returns null if popups are blocked. The caller must be the click handler itself
 * and not code that runs later, otherwise the browser blocks the window.
 */
export function openGoogleWindow({ reauth = false } = {}): Window | null {
  const left = Math.round(screenX + (outerWidth - size.width) / 2);
  const top = Math.round(screenY + (outerHeight - size.height) / 2);
  const path = `/auth/google?popup=1${reauth ? '&reauth=1' : ''}`;
  return open(path, 'kith-sign-in', `popup,width=${size.width},height=${size.height},left=${left},top=${top}`);
}
