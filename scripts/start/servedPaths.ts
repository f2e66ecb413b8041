import type { IncomingMessage } from 'node:http';

/** What the server answers beside the REST paths, which /openapi.json lists. */
const others = /^\/(?:trpc|media|auth\/google|healthz|readyz|openapi\.json|docs)(?:[/?]|$)/;

type Paths = Record<string, Record<string, unknown>>;

/** How long the list of the paths is believed: a server that started anew may have others. */
const believedForMs = 3_000;

/**
 * Whether a request is for the server, and not for the web app. A page that a browser opens is the web app's, unless the server
 * answers a GET there: `POST /messages` and the page `/messages` are not the same.
 */
export function isServed({ method = 'GET', url = '/', headers }: IncomingMessage, paths: Paths): boolean {
  if (others.test(url)) return true;
  const [path = ''] = url.split('?');
  const opens = method === 'GET' && headers.accept?.includes('text/html');
  return Object.entries(paths).some(
    ([template, operations]) =>
      new RegExp(
        `^${template
          .replaceAll('.', '\\.')
          .replace(/\{userId\}/g, '\\d+')
          .replace(/\{\w+\}/g, '[^/]+')}$`,
      ).test(path) &&
      (!opens || 'get' in operations),
  );
}

/** The REST paths of a server that may start anew at any time, as its description says. */
export function readPaths(api: string): () => Promise<Paths> {
  let paths: Paths = {};
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt < believedForMs) return paths;
    readAt = performance.now();
    const answer = await fetch(`${api}/openapi.json`).catch(() => null);
    if (answer?.ok) paths = ((await answer.json()) as { paths: Paths }).paths;
    return paths;
  };
}
