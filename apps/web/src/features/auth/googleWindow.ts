const size = { width: 480, height: 640 };

/**
 * Opens the window of a sign-in with Google; null if popups are blocked. Call it synchronously in the click handler, otherwise
 * the browser blocks it.
 */
export function openGoogleWindow({ reauth = false } = {}): Window | null {
  const left = Math.round(screenX + (outerWidth - size.width) / 2);
  const top = Math.round(screenY + (outerHeight - size.height) / 2);
  const path = `/auth/google?popup=1${reauth ? '&reauth=1' : ''}`;
  return open(path, 'kith-sign-in', `popup,width=${size.width},height=${size.height},left=${left},top=${top}`);
}
