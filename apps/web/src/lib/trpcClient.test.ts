import type { AppRouter } from '@kith/trpc';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient } from '@trpc/client';
import { createTRPCReact, getQueryKey as theirKey, createTRPCQueryUtils as theirUtils } from '@trpc/react-query';
import { describe, expect, it } from 'vitest';
import { createClient } from './trpcClient.ts';
import * as ours from './trpcReact.ts';

const alone = new Set(['feed.home']);

/** A server that notes what it is asked, and answers in order. */
function server(...answers: (object | string)[]) {
  const asked: unknown[] = [];
  const fetch = async (address: string | URL | Request, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(String(address), 'https://kith.test');
    const input = searchParams.get('input');
    asked.push([
      init?.method ?? 'GET',
      pathname,
      searchParams.get('batch'),
      input && JSON.parse(input),
      init?.body ?? null,
    ]);
    const answer = answers.shift() ?? {};
    if (answer === 'gone') throw new TypeError('Failed to fetch');
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  return { asked, fetch };
}

const both = {
  theirs: (fetch: ReturnType<typeof server>['fetch']) =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ path }) => alone.has(path),
          true: httpLink({ url: 'https://kith.test/trpc', fetch: fetch as never }),
          false: httpBatchLink({ url: 'https://kith.test/trpc', fetch: fetch as never, maxItems: 2 }),
        }),
      ],
    }),
  ours: (fetch: ReturnType<typeof server>['fetch']) =>
    createClient({ url: 'https://kith.test/trpc', fetch: fetch as never, alone, most: 2 }) as TRPCClient<AppRouter>,
};

const data = (value: unknown) => ({ result: { data: value } });
const refused = (code: string) => ({ error: { message: code, code: -32600, data: { kith: { code, message: code } } } });

/** What comes of the calls, by either client: what was asked, and each result or failure. */
async function outcome(
  who: keyof typeof both,
  answers: (object | string)[],
  calls: (api: TRPCClient<AppRouter>) => Promise<unknown>[],
) {
  const { asked, fetch } = server(...answers);
  const results = await Promise.allSettled(calls(both[who](fetch)));
  const told = results.map((result) =>
    result.status === 'fulfilled' ? result.value : [result.reason.name, result.reason.data],
  );
  return { asked: asked.sort(), told };
}

describe('the client', () => {
  const cases: Record<
    string,
    [answers: (object | string)[], calls: (api: TRPCClient<AppRouter>) => Promise<unknown>[]]
  > = {
    'one query, without input': [[[data({ count: 3 })]], (api) => [api.messages.unreadCount.query()]],
    'a batch that is too large, with a refusal in it': [
      [[data(1), refused('not-found')], [data({ list: 'ą & +' })]],
      (api) => [
        api.messages.unreadCount.query(),
        api.posts.byId.query({ postId: 4 }),
        api.search.people.query({ query: 'ą & + %' } as never),
      ],
    ],
    'a query that goes alone, beside one that does not': [
      [data('alone'), [data('batched')]],
      (api) => [api.feed.home.query({ limit: 20 }), api.posts.byId.query({ postId: 4 })],
    ],
    'mutations, apart from queries': [
      [[data(null), data({ ok: true })], [data(2)]],
      (api) => [
        api.likes.add.mutate({ userId: 1, postId: 2 }),
        api.notifications.markAllRead.mutate(undefined as never),
        api.posts.byId.query({ postId: 4 }),
      ],
    ],
    'a refusal of all': [
      [refused('rate-limited')],
      (api) => [api.posts.byId.query({ postId: 4 }), api.posts.byId.query({ postId: 5 })],
    ],
    'no answer, and one of somebody else': [
      ['gone', '<html>'],
      (api) => [api.feed.home.query({ limit: 20 }), api.posts.byId.query({ postId: 5 })],
    ],
  };
  it.each(Object.entries(cases))('does as tRPC’s own links do: %s', async (_what, [answers, calls]) => {
    expect(await outcome('ours', answers, calls)).toEqual(await outcome('theirs', answers, calls));
  });
});

describe('the queries', () => {
  it('have the library’s keys, and ask what its queries ask', async () => {
    const asked: Record<string, unknown[]> = { theirs: [], ours: [] };
    const keys: Record<string, unknown[]> = { theirs: [], ours: [] };
    for (const [who, create] of [
      ['theirs', theirUtils],
      ['ours', ours.createTRPCQueryUtils as unknown as typeof theirUtils],
    ] as const) {
      const { fetch } = server(...Array.from({ length: 9 }, () => [data({ items: [], nextCursor: 'next' })]));
      const noting = async (address: string, init?: RequestInit) => {
        const url = new URL(address);
        asked[who]?.push([url.pathname, url.searchParams.get('input')]);
        return fetch(address, init);
      };
      const queryClient = new QueryClient();
      const queries = create<AppRouter>({ queryClient, client: both[who](noting as never) });
      await queries.auth.session.ensureData();
      await queries.users.byName.fetch({ userName: 'ann' });
      await queries.tags.posts.prefetchInfinite({ tag: 'lake', limit: 20 }, {
        pages: 2,
        getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
      } as never);
      queries.posts.byId.setData({ postId: 4 }, { postId: 4 } as never);
      queries.notifications.list.setInfiniteData({ limit: 20 }, { pages: [], pageParams: [] });
      expect(queries.posts.byId.getData({ postId: 4 })).toEqual({ postId: 4 });
      expect(queries.notifications.list.getInfiniteData({ limit: 20 })).toEqual({ pages: [], pageParams: [] });
      await queries.posts.invalidate();
      keys[who] = queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey, state }) => [queryKey, state.isInvalidated]);
    }
    expect(keys.ours).toEqual(keys.theirs);
    expect(asked.ours).toEqual(asked.theirs);
    const [mine, library] = [
      ours.createTRPCReact() as unknown as ReturnType<typeof createTRPCReact<AppRouter>>,
      createTRPCReact<AppRouter>(),
    ];
    const keyOf = ours.getQueryKey as unknown as typeof theirKey;
    expect(keyOf(mine.feed.home)).toEqual(theirKey(library.feed.home));
    expect(keyOf(mine.auth.session, undefined, 'query')).toEqual(theirKey(library.auth.session, undefined, 'query'));
  });
});
