import {
  type InfiniteData,
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { createContext, createElement, type ReactNode, use, useMemo } from 'react';

/*
 * What the app uses of @trpc/react-query: vite.config.ts puts it in its place, a fifth of its size. The types are the library's, and
 * so are the keys of the queries.
 */

type Options = Record<string, unknown> & { initialCursor?: unknown };
type Path = readonly string[];
type Call = (path: Path, name: string, given: unknown[]) => unknown;
type Type = 'any' | 'infinite' | 'query';
interface Client {
  [noun: string]: { [procedure: string]: { query: (input: unknown) => Promise<unknown> } };
}
interface Paging {
  pageParam?: unknown;
  direction?: string;
}

/** An object with any path of names below it; called at its end. */
const pathed = (call: Call, path: Path = []): unknown =>
  new Proxy(() => undefined, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? pathed(call, [...path, name]) : undefined),
    apply: (_, __, given) => call(path.slice(0, -1), path.at(-1) as string, given),
  });

function keyOf(path: Path, input: unknown, type: Type): unknown[] {
  if (!input && type === 'any') return path.length ? [path] : [];
  const given = input !== undefined && input !== skipToken && { input };
  return [path, { ...given, ...(type !== 'any' && { type }) }];
}

const ask = (client: Client, [noun = '', procedure = '']: Path, input: unknown) =>
  client[noun]?.[procedure]?.query(input);

const queryOf = (client: Client, path: Path, input: unknown, options?: Options) => ({
  ...options,
  queryKey: keyOf(path, input, 'query'),
  queryFn: input === skipToken ? skipToken : () => ask(client, path, input),
});

const infiniteOf = (client: Client, path: Path, input: unknown, options?: Options) => ({
  ...options,
  queryKey: keyOf(path, input, 'infinite'),
  initialPageParam: options?.initialCursor ?? null,
  queryFn:
    input === skipToken
      ? skipToken
      : ({ pageParam, direction }: Paging) =>
          ask(client, path, { ...(input as object), ...(pageParam ? { cursor: pageParam } : {}), direction }),
});

export function createTRPCQueryUtils({ queryClient, client }: { queryClient: QueryClient; client: Client }) {
  const on: Record<string, (path: Path, input: unknown, second: never, third: never) => unknown> = {
    invalidate: (path, input, filters: object, options) =>
      queryClient.invalidateQueries({ ...filters, queryKey: keyOf(path, input, 'any') }, options),
    cancel: (path, input, options) => queryClient.cancelQueries({ queryKey: keyOf(path, input, 'any') }, options),
    fetch: (path, input, options) => queryClient.fetchQuery(queryOf(client, path, input, options) as never),
    ensureData: (path, input, options) => queryClient.ensureQueryData(queryOf(client, path, input, options) as never),
    prefetchInfinite: (path, input, options) =>
      queryClient.prefetchInfiniteQuery(infiniteOf(client, path, input, options) as never),
    queryOptions: (path, input, options) => queryOf(client, path, input, options),
    getData: (path, input) => queryClient.getQueryData(keyOf(path, input, 'query')),
    setData: (path, input, data, options) => queryClient.setQueryData(keyOf(path, input, 'query'), data, options),
    getInfiniteData: (path, input) => queryClient.getQueryData<InfiniteData<unknown>>(keyOf(path, input, 'infinite')),
    setInfiniteData: (path, input, data, options) =>
      queryClient.setQueryData(keyOf(path, input, 'infinite'), data, options),
  };
  return pathed((path, name, [input, second, third]) => on[name]?.(path, input, second as never, third as never));
}

interface Provided {
  client: Client;
  queryClient: QueryClient;
}

export function createTRPCReact() {
  const Context = createContext<Provided | null>(null);
  const provided = () => use(Context) as Provided;
  const hooks: Record<string, (path: Path, input: unknown, options: Options) => unknown> = {
    useQuery: (path, input, options) => useQuery(queryOf(provided().client, path, input, options) as never),
    useInfiniteQuery: (path, input, options) =>
      useInfiniteQuery(infiniteOf(provided().client, path, input, options) as never),
    pathOf: (path) => path,
  };
  const root: Record<string, unknown> = {
    Provider: ({ client, queryClient, children }: Provided & { children: ReactNode }) =>
      createElement(Context, { value: useMemo(() => ({ client, queryClient }), [client, queryClient]) }, children),
    useUtils: () => {
      const both = provided();
      return useMemo(() => createTRPCQueryUtils(both), [both]);
    },
    useQueries: (list: (queries: unknown) => object[], options?: object) => {
      const { client } = provided();
      const made = pathed((path, name, [input, options]) =>
        queryOf(client, [...path, name], input, options as Options),
      );
      return useQueries({ ...options, queries: list(made) as never[] });
    },
  };
  return new Proxy(root, {
    get: (_, name: string) =>
      root[name] ?? pathed((path, hook, [input, options]) => hooks[hook]?.(path, input, options as Options), [name]),
  });
}

export const getQueryKey = (of: { pathOf: () => Path }, input?: unknown, type: Type = 'any') =>
  keyOf(of.pathOf(), input, type);
