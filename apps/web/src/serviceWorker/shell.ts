/**
 * Defined by code that the build prepends to the worker: the names of the app's files, and a version that changes with them.
 */
declare const kithShell: { version: string; files: string[] };

const prefix = 'kith-shell-';
const cacheName = `${prefix}${kithShell.version}`;
const files = new Set(kithShell.files);
const timeoutMs = 4_000;

/** The request must accept HTML, because the server sends the app's page only to such requests. */
const htmlRequest = { cache: 'no-cache', headers: { accept: 'text/html,*/*' } } as const;

const isHashed = (path: string): boolean => path.startsWith('/assets/');
export const isShellFile = (path: string): boolean => isHashed(path) || (path !== '/' && files.has(path));

/** Looks for a file in the caches of all versions. The name contains a hash, so the file is the same in each of them. */
const findCached = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true });

/** Caches all files of this version. If one of them cannot be fetched, the installation fails and the older version stays. */
export async function cacheShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    kithShell.files.map(async (path) => {
      const response = (isHashed(path) && (await findCached(path))) || (await fetch(path, htmlRequest));
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      await cache.put(path, response);
    }),
  );
}

/** Deletes the caches of old versions, except the newest of them, from which open pages may still load files. */
export async function deleteOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}

export const shellFile = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  const cache = isHashed(pathname) ? null : await caches.open(cacheName);
  const response = await (cache ? cache.match(pathname, { ignoreVary: true }) : findCached(pathname));
  return response ?? fetch(request);
};

/**
 * Serves the page from the server, so that an update appears at the next load. If the server does not respond in time, serves
 * the cached page.
 */
export async function page(request: Request): Promise<Response> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('late')), timeoutMs);
  const fetched = fetch(request);
  try {
    const response = await Promise.race([fetched, timedOut]);
    if (response.status < 502 || response.status > 504) return response;
    throw new Error('away');
  } catch {
    const cache = await caches.open(cacheName);
    return (await cache.match('/', { ignoreVary: true })) ?? fetched;
  } finally {
    clearTimeout(timer);
  }
}
