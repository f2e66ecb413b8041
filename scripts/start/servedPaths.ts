import type { IncomingMessage } from 'node:http';

/** Matches the paths that the server serves besides the REST paths in /openapi.json. */
const nonRestPaths =
  /^\/(?:trpc|media|auth\/google|healthz|readyz|openapi\.json|docs|robots\.txt|\.well-known)(?:[/?]|$)/;

type Paths = Record<string, Record<string, unknown>>;

/** How long the list of REST paths is cached. A restarted server may have different paths. */
const cacheMs = 3_000;

/**
 * Whether a request is for the server rather than the web app. A path that a browser opens as a page is the web app's, unless the
 * server has a GET operation with this path. So `POST /messages` is the server's, and the page `/messages` the web app's. The path
 * `/server` is both, also for GET.
 */
export function isServed({ method = 'GET', url = '/', headers }: IncomingMessage, paths: Paths): boolean {
  if (nonRestPaths.test(url)) return true;
  const [path = ''] = url.split('?');
  const isPageLoad = method === 'GET' && headers.accept?.includes('text/html');
  return Object.entries(paths).some(
    ([template, operations]) =>
      new RegExp(
        `^${template
          .replaceAll('.', '\\.')
          .replace(/\{userId\}/g, '\\d+')
          .replace(/\{\w+\}/g, '[^/]+')}$`,
      ).test(path) &&
      (!isPageLoad || ('get' in operations && path !== '/server')),
  );
}

/** Returns a function that reads the server's REST paths from its /openapi.json, and caches them for `cacheMs`. */
export function readPaths(api: string): () => Promise<Paths> {
  let paths: Paths = {};
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt < cacheMs) return paths;
    readAt = performance.now();
    const answer = await fetch(`${api}/openapi.json`).catch(() => null);
    if (answer?.ok) paths = ((await answer.json()) as { paths: Paths }).paths;
    return paths;
  };
}
