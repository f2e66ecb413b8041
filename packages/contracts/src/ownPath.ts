/** The screens of people who are not logged in. To somebody who has just logged in, each would be a dead end. */
const signedOutScreen = /^\/(login|signup|resetpassword|setusername|second-factor)\/?$/i;

/**
 * Returns a path of the site with this origin, or null for anything else: anybody can write a link that leads to another site.
 * `/.//host` is refused too, because its path alone, `//host`, names another site; and so is a screen that only leads to the
 * log-in.
 */
export function ownPath(path: unknown, origin: string): string | null {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null;
  const url = URL.parse(path, origin);
  if (url?.origin !== origin || url.pathname.startsWith('//') || signedOutScreen.test(url.pathname)) return null;
  return path;
}
