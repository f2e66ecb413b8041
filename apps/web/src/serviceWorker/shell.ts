/** Set by code that the build prepends to the worker: the app's files, and a version that changes with them. */
declare const kithShell: { version: string; files: string[] };

const prefix = 'kith-shell-';
const own = `${prefix}${kithShell.version}`;
const files = new Set(kithShell.files);
const patience = 4_000;

/** Accepts HTML, because the server sends the page only to such requests. */
const asked = { cache: 'no-cache', headers: { accept: 'text/html,*/*' } } as const;

const isHashed = (path: string): boolean => path.startsWith('/assets/');
export const isShellFile = (path: string): boolean => isHashed(path) || (path !== '/' && files.has(path));

/** Looks a file up in the caches of all versions, because a file with a hash in its name never changes. */
const held = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true });

/** Caches all files of this version. If one cannot be fetched, the installation fails and the older version stays. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(own);
  await Promise.all(
    kithShell.files.map(async (path) => {
      const response = (isHashed(path) && (await held(path))) || (await fetch(path, asked));
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      await cache.put(path, response);
    }),
  );
}

/** Deletes the caches of old versions, except the previous one, from which open pages may still load files. */
export async function dropOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}

export const shellFile = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  const cache = isHashed(pathname) ? null : await caches.open(own);
  const response = await (cache ? cache.match(pathname, { ignoreVary: true }) : held(pathname));
  return response ?? fetch(request);
};

/**
 * Serves the current page if the server responds in time, so that an update appears at the next load; otherwise the cached page.
 */
export async function page(request: Request): Promise<Response> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('late')), patience);
  const fresh = fetch(request);
  try {
    const response = await Promise.race([fresh, late]);
    if (response.status < 502 || response.status > 504) return response;
    throw new Error('away');
  } catch {
    const cache = await caches.open(own);
    return (await cache.match('/', { ignoreVary: true })) ?? fresh;
  } finally {
    clearTimeout(timer);
  }
}
