/** Prepended to the worker by the build: its files, and a name that changes with them. */
declare const kithShell: { version: string; files: string[] };

const prefix = 'kith-shell-';
const own = `${prefix}${kithShell.version}`;
const files = new Set(kithShell.files);
const patience = 4_000;

/** The server sends the page only to requests that accept HTML. */
const asked = { cache: 'no-cache', headers: { accept: 'text/html,*/*' } } as const;

const isHashed = (path: string): boolean => path.startsWith('/assets/');
export const isShellFile = (path: string): boolean => isHashed(path) || (path !== '/' && files.has(path));

/** A file with a hash in its name is the same in every version's cache. */
const held = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true });

/** Fetches missing files; if one fails the installation fails, and the older version stays. */
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

/** The previous version's cache stays for open pages that still load parts of it. */
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

/** The current page if the server responds in time, so that an update appears at the next load; otherwise the cached one. */
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
