import type { FastifyInstance } from 'fastify';

/** The methods that the routes of a path take, for `Allow`; none for a path that has no route. */
export type MethodsOf = (path: string) => string[];

/** A route's address as a pattern: `:name` stands for one part of the path, with its own pattern where it has one. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/:\w+(\([^)]*\))?/g, (_, own?: string) => own ?? '[^/]+').replace(/\*$/, '.*')}/?$`);

/** Remembers which methods each address takes, from now on. Fastify itself calls a wrong method "not found". */
export function recordMethods(app: FastifyInstance): MethodsOf {
  const byUrl = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = byUrl.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    byUrl.set(url, methods);
  });
  let routes: [RegExp, Set<string>][] | undefined;
  return (path) => {
    routes ??= [...byUrl].map(([url, methods]) => [patternOf(url), methods]);
    return [...new Set(routes.filter(([pattern]) => pattern.test(path)).flatMap(([, methods]) => [...methods]))].sort();
  };
}
