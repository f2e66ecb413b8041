import type { IncomingMessage } from 'node:http';

/** What the server serves besides the REST paths of /openapi.json. */
const nonRestPaths =
  /^\/(?:trpc|media|auth\/google|healthz|readyz|openapi\.json|docs|robots\.txt|\.well-known)(?:[/?]|$)/;

type Paths = Record<string, Record<string, unknown>>;

/** How long the list of paths is cached: a restarted server may have different ones. */
const cacheMs = 3_000;

/**
 * Whether a request is for the server rather than the web app. A page that a browser opens belongs to the web app, unless the
 * server has a GET there: `POST /messages` and the page `/messages` differ.
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
      (!isPageLoad || 'get' in operations),
  );
}

/** The REST paths of a server that may restart at any time, from its OpenAPI description. */
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
