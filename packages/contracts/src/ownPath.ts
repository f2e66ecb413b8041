/** Returns a path of the site with this origin, or null for anything else: anybody can write a link that leads to another site. */
export const ownPath = (path: unknown, origin: string): string | null =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && URL.parse(path, origin)?.origin === origin ? path : null;
