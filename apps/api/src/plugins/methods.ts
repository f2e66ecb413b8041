import type { FastifyInstance } from 'fastify';

/** The methods of a path's routes, for `Allow`; none for an unknown path. */
export type MethodsOf = (path: string) => string[];

/** Makes a pattern from a route's path: `:name` matches one segment, or the pattern in brackets that follows the name. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/:\w+(\([^)]*\))?/g, (_, own?: string) => own ?? '[^/]+').replace(/\*$/, '.*')}/?$`);

/** Collects the methods of every route registered from now on. Fastify itself answers a wrong method with 404. */
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
