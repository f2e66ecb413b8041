import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { paging } from '../../../lib/lists.ts';
import type { StoredPicture } from '../../../lib/outbox/pictures.ts';
import { isWaiting } from '../../../lib/outbox/store.ts';
import type { ChatKey } from '../chat.ts';
import type { Message, Reaction } from '../message.ts';
import { withChange, withReactions } from './messageChanges.ts';

interface Page {
  items: Message[];
  nextCursor: string | null;
  /** Only set on pages around a message: whether newer messages follow this page. */
  newer?: boolean;
}
type Pages = InfiniteData<Page>;

const pageSize = 40;

interface Part {
  limit?: number;
  cursor?: string | null | undefined;
  afterMessageId?: number | undefined;
}

/** Fetches messages of a chat, newest first. Without `part`, the newest page is fetched. */
export const fetchMessages = async (chatId: ChatKey, part: Part = {}): Promise<Page> =>
  chatId === 0 ? { items: [], nextCursor: null } : api.chats.messages.query({ chatId, limit: pageSize, ...part });

const keyOf = (chat: ChatKey) => ['conversation', chat] as const;

/** The query for the pages of a chat, newest first. */
export const conversationQuery = (chat: ChatKey) =>
  infiniteQueryOptions({
    queryKey: keyOf(chat),
    queryFn: ({ pageParam }) => fetchMessages(chat, { cursor: pageParam }),
    initialPageParam: null as string | null,
    ...paging,
  });

/** Returns the id of the chat with another member, which is opened on the server if it does not exist yet. */
export const idOfDirectChat = async (userId: number): Promise<ChatKey> =>
  (await api.chats.open.mutate({ userIds: [userId] })).item.chatId;

/** The number of messages to fetch on each side of a message that a search result, a quote or a date links to. */
const perSide = 20;

type PagePosition = { around: number } | { before: string } | { after: number };

async function fetchPageAt(chatId: ChatKey, position: PagePosition): Promise<Page> {
  if ('before' in position) return fetchMessages(chatId, { cursor: position.before });
  const aroundMessageId = 'around' in position ? position.around : position.after;
  const { items, nextCursor } = await api.chats.messages.query({ chatId, aroundMessageId, limit: 2 * perSide });
  const newer = items.filter(({ messageId }) => messageId > aroundMessageId);
  return { items: 'around' in position ? items : newer, nextCursor, newer: newer.length === perSide };
}

/** The query for the pages around a message, in both directions. */
export const aroundQuery = (chat: ChatKey, messageId: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(chat), messageId],
    queryFn: ({ pageParam }) => fetchPageAt(chat, pageParam),
    initialPageParam: { around: messageId } as PagePosition,
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : { before: nextCursor }),
    getPreviousPageParam: ({ newer, items }) => (newer && items[0] ? { after: items[0].messageId } : null),
    staleTime: paging.staleTime,
  });

/**
 * The newest messages of each chat that arrived from live events, polls or responses. If a page was requested before a message
 * arrived, the message is added to that page.
 */
const recentMessages = new Map<ChatKey, Message[]>();
const readUpTo = new Map<string, number>();
/** The current state of messages that were edited or deleted since their pages were loaded. */
const latestVersions = new Map<number, Message>();
const latestReactions = new Map<number, Reaction[]>();
const maxRecent = 100;

function insert(pages: Pages | undefined, incoming: Message[]): Pages | undefined {
  const last = pages?.pages.at(-1);
  if (!pages || !last) return pages;
  const known = new Set(pages.pages.flatMap((page) => page.items.map(({ messageId }) => messageId)));
  // Messages older than the loaded pages are left out, because they are loaded later with their own pages.
  const oldest = last.nextCursor === null ? 0 : (last.items.at(-1)?.messageId ?? 0);
  const added = incoming.filter(({ messageId }) => !known.has(messageId) && messageId > oldest);
  if (!added.length) return pages;
  const next = pages.pages.map((page, index) => {
    const [above, below] = [pages.pages[index - 1]?.items.at(-1), page.items.at(-1)];
    const inside = added.filter(
      ({ messageId }) =>
        messageId < (above?.messageId ?? Number.POSITIVE_INFINITY) &&
        (page === last || messageId > (below?.messageId ?? 0)),
    );
    if (!inside.length) return page;
    return { ...page, items: [...page.items, ...inside].sort((a, b) => b.messageId - a.messageId) };
  });
  return { ...pages, pages: next };
}

function markRead(pages: Pages | undefined, readerId: number, upTo: number): Pages | undefined {
  const isNewlyRead = (message: Message) =>
    !message.readByReceiver && message.receiver?.userId === readerId && message.messageId <= upTo;
  if (!pages?.pages.some((page) => page.items.some(isNewlyRead))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.items.some(isNewlyRead)
        ? { ...page, items: page.items.map((m) => (isNewlyRead(m) ? { ...m, readByReceiver: true } : m)) }
        : page,
    ),
  };
}

/** Applies `change` to each message. Messages and pages that do not change stay the same objects, so React skips them. */
function mapMessages(pages: Pages | undefined, change: (message: Message) => Message): Pages | undefined {
  if (!pages) return pages;
  let changed = false;
  const next = pages.pages.map((page) => {
    const items = page.items.map(change);
    if (items.every((message, index) => message === page.items[index])) return page;
    changed = true;
    return { ...page, items };
  });
  return changed ? { ...pages, pages: next } : pages;
}

/** Changes all cached pages of a chat: the pages of the newest messages, and the pages around a linked message. */
function updatePages(
  client: QueryClient,
  chat: ChatKey,
  change: (pages: Pages | undefined) => Pages | undefined,
): void {
  client.setQueriesData<Pages>({ queryKey: keyOf(chat) }, change);
}

/** Shows the current state of an edited or deleted message, also in quotes of the message. */
export function applyChange(client: QueryClient, chat: ChatKey, change: Message): void {
  latestVersions.set(change.messageId, withChange(latestVersions.get(change.messageId) ?? change, change));
  updatePages(client, chat, (pages) => mapMessages(pages, (message) => withChange(message, change)));
}

/** Replaces all reactions to a message. */
export function updateReactions(client: QueryClient, chat: ChatKey, messageId: number, reactions: Reaction[]): void {
  latestReactions.set(messageId, reactions);
  updatePages(client, chat, (pages) =>
    mapMessages(pages, (message) => (message.messageId === messageId ? withReactions(message, reactions) : message)),
  );
}

/** Updates cached messages with a newer response of the server. */
export function updateShown(client: QueryClient, chat: ChatKey, messages: Message[]): void {
  const latest = new Map(messages.map((message) => [message.messageId, message]));
  updatePages(client, chat, (pages) =>
    mapMessages(pages, (message) => {
      const incoming = latest.get(message.messageId);
      return incoming ? withReactions(withChange(message, incoming), incoming.reactions) : message;
    }),
  );
}

/** Returns a message as it is now: it may have been edited, deleted, or its picture processed, since the server read it. */
function withLatest(message: Message): Message {
  const quoted = message.replyTo ? latestVersions.get(message.replyTo.messageId) : undefined;
  const changed = withChange(withChange(message, quoted), latestVersions.get(message.messageId));
  return withReactions(changed, latestReactions.get(message.messageId));
}

/** Adds messages from live events, polls or responses to the chat's cached pages, without duplicates. */
export function addMessages(client: QueryClient, chat: ChatKey, incoming: Message[]): void {
  if (!incoming.length) return;
  const current = incoming.map(withLatest);
  recentMessages.set(chat, [...(recentMessages.get(chat) ?? []), ...current].slice(-maxRecent));
  updatePages(client, chat, (pages) => (pages?.pages[0]?.newer ? pages : insert(pages, current)));
}

/** Records up to which message `readerId`, one of the two members of a direct chat, has read the chat. */
export function setReadUpTo(client: QueryClient, chat: ChatKey, readerId: number, upTo: number): void {
  const name = `${chat} ${readerId}`;
  readUpTo.set(name, Math.max(upTo, readUpTo.get(name) ?? 0));
  updatePages(client, chat, (pages) => markRead(pages, readerId, upTo));
}

/**
 * Adds to the cached pages of a chat the messages and changes that arrived while a page was being fetched. `readers` are the
 * members of a direct chat.
 */
export function applyRecent(client: QueryClient, chat: ChatKey, readers: readonly number[]): void {
  client.setQueryData<Pages>(keyOf(chat), (pages) => {
    const complete = insert(pages, recentMessages.get(chat) ?? []);
    const updated = mapMessages(complete, withLatest);
    return readers.reduce(
      (seen, readerId) => markRead(seen, readerId, readUpTo.get(`${chat} ${readerId}`) ?? 0),
      updated,
    );
  });
}

/** Returns all loaded messages of a chat, newest first, including those on pages around a message. */
export function loadedMessages(client: QueryClient, chat: ChatKey): Message[] {
  const all = new Map<number, Message>();
  for (const [, data] of client.getQueriesData<Pages>({ queryKey: keyOf(chat) }))
    for (const { items } of data?.pages ?? []) for (const message of items) all.set(message.messageId, message);
  return [...all.values()].sort((a, b) => b.messageId - a.messageId);
}

/** Returns the newest messages of a chat, newest first, without those on pages around a message. */
export const cachedMessages = (client: QueryClient, chat: ChatKey): Message[] =>
  client.getQueryData<Pages>(keyOf(chat))?.pages.flatMap((page) => page.items) ?? [];

/**
 * Called after the live stream was interrupted, when messages may be missing and reactions outdated. The open chat is refetched
 * now, the other chats when they are opened.
 */
export function invalidateConversations(client: QueryClient): void {
  latestReactions.clear();
  void client.invalidateQueries({ queryKey: ['conversation'] });
}

/**
 * Pictures that were sent from this page, by client id. The page shows these files until the server has processed them. If the
 * browser has no storage, the files in this map are uploaded. Cleared before another member uses this page.
 */
export const sentPictures = new Map<string, StoredPicture>();
const maxSentPictures = 30;

export function remember(picture: StoredPicture): void {
  sentPictures.set(picture.id, picture);
  for (const id of sentPictures.keys())
    if (sentPictures.size > maxSentPictures && !isWaiting(id)) sentPictures.delete(id);
}

/** Returns the file of a picture or a voice message, or the poster of a prepared video. */
export function sentPicture(id: string): Blob | undefined {
  const picture = sentPictures.get(id);
  return picture?.video?.poster ?? (picture?.edits ? undefined : picture?.file);
}

/**
 * The id of the last message that was marked as read in each chat. It is stored here, because the server's messages of groups
 * do not say whether the viewer has read them.
 */
export const markedUpTo = new Map<ChatKey, number>();

/** Clears everything that this module remembers, before another member uses this page. */
export function clearRecent(): void {
  sentPictures.clear();
  markedUpTo.clear();
  recentMessages.clear();
  readUpTo.clear();
  latestVersions.clear();
  latestReactions.clear();
}

let onScreen: ChatKey | null = null;

/** Sets which chat is on screen; null if none is. */
export const setChatOnScreen = (chat: ChatKey | null): void => {
  onScreen = chat;
};

export const chatOnScreen = (): ChatKey | null => onScreen;

/** Returns whether a chat is on screen in a visible tab, so that its messages are read as they arrive. */
export const isReading = (chat: ChatKey): boolean => onScreen === chat && document.visibilityState === 'visible';
