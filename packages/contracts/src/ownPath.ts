/**
 * Returns a path of the site with this origin, or null for anything else: anybody can write a link that leads to another site.
 * `/.//host` is refused too, because its path alone, `//host`, names another site.
 */
export function ownPath(path: unknown, origin: string): string | null {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null;
  const url = URL.parse(path, origin);
  return url?.origin === origin && !url.pathname.startsWith('//') ? path : null;
}
