import type { InfiniteData, Query, QueryKey } from '@tanstack/react-query';
import { failureOf } from '../../lib/failure.ts';
import { onLive } from '../../lib/live.ts';
import { pageMember } from '../../lib/member.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { addressOf, memberCache, queriesPath, restoreQuery } from '../../lib/storedQueries.ts';
import type { QueriesOf } from '../../lib/types.ts';
import type { ChatKey } from '../messages/chat.ts';
import { conversationQuery } from '../messages/conversation/messageCache.ts';

/* This module stores what can be read without a connection: the newest 200 posts of Home, the lists of chats, and each opened
   chat, updated by live events. The data is in a cache of the member, which is deleted at log-out. */

/** The maximum number of stored pages per query: they hold 200 posts, 200 chats, and 120 messages of each chat. */
const maxPages: Partial<Record<QueriesOf<unknown> | 'conversation', number>> = {
  'feed.home': 10,
  'chats.list': 4,
  'chats.byId': 1,
  'chats.withUser': 1,
  conversation: 3,
};
/** The maximum number of stored query results, nearly all of them chats. Beyond it, the least recently stored are removed. */
const maxChats = 300;

/** How long, in milliseconds, a change waits before it is stored, together with later changes. */
const delayMs = 1_500;

const nameOf = ([path]: QueryKey) => (Array.isArray(path) ? path.join('.') : path) as keyof typeof maxPages;

/** Returns whether a query is stored. Searches for chats, chat requests and pages around a message are not. */
const isStored = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => {
  const [name, options] = [
    nameOf(queryKey),
    queryKey[1] as { input?: { query?: string; requests?: boolean } } | undefined,
  ];
  if (!Object.hasOwn(maxPages, name) || queryKey.length > 2) return false;
  return name === 'conversation' || !(options?.input?.query || options?.input?.requests);
};

const isPaged = (data: unknown): data is InfiniteData<unknown> => Array.isArray((data as InfiniteData<unknown>)?.pages);

function serialize({ queryKey, state }: Query): string {
  const max = maxPages[nameOf(queryKey)];
  const { data, dataUpdatedAt } = state;
  const trimmed = isPaged(data) ? { pages: data.pages.slice(0, max), pageParams: data.pageParams.slice(0, max) } : data;
  return JSON.stringify({ data: trimmed, dataUpdatedAt });
}

async function store(queries: Query[], member: string | null): Promise<void> {
  const cache = await memberCache(member);
  if (!cache) return;
  for (const query of queries) await cache.put(addressOf(query.queryKey), new Response(serialize(query)));
  const all = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(queriesPath));
  for (const oldest of all.slice(0, -maxChats)) await cache.delete(oldest);
}

async function evict(queryKey: QueryKey): Promise<void> {
  await (await memberCache())?.delete(addressOf(queryKey));
}

/**
 * Removes a stored chat when one of its messages changes while the chat is not loaded, so that no deleted text stays stored.
 */
function evictUnloaded(chat: ChatKey): void {
  const { queryKey } = conversationQuery(chat);
  if (queryClient.getQueryData(queryKey) === undefined) void evict(queryKey);
}

/**
 * Stores the results of queries when they load or change. If a query fails because there is no connection, fills it with its
 * stored result, unless it already has data.
 */
export function storeForOffline(): () => void {
  const changed = new Map<string, Query>();
  const member = pageMember();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const queries = [...changed.values()];
    changed.clear();
    void store(queries, member).catch(() => undefined);
  };
  const enqueue = (query: Query) => {
    if (!isStored(query) || query.state.data === undefined) return;
    changed.set(query.queryHash, query);
    timer ??= setTimeout(write, delayMs);
  };
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) enqueue(query);
  const off = [
    cache.subscribe((event) => {
      if (event.type !== 'updated') return;
      const { action, query } = event;
      if (action.type === 'success') enqueue(query);
      if (action.type !== 'error' || !isStored(query)) return;
      const { code } = failureOf(action.error);
      if (code === 'not-found') void evict(query.queryKey);
      if (code === 'network')
        void memberCache().then((stored) => stored && restoreQuery(stored, addressOf(query.queryKey), query.queryKey));
    }),
    onLive('chat.message', ({ message, isNew }) => !isNew && evictUnloaded(message.chatId)),
    onLive('chat.changed', ({ chatId }) => evictUnloaded(chatId)),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of off) stop();
  };
}
