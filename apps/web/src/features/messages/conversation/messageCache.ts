import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../lib/trpc.ts';
import type { Message, Reaction } from '../message.ts';
import { withChange, withReactions } from './messageChanges.ts';

type Pages = InfiniteData<{ items: Message[]; nextCursor: string | null }>;

export const conversationInput = (withUserId: number) => ({ withUserId, limit: 40 });

const keyOf = (withUserId: number) =>
  getQueryKey(trpc.messages.conversation, conversationInput(withUserId), 'infinite');

/** The newest messages of each chat from the live stream: added to pages that were requested before they came. */
const lately = new Map<number, Message[]>();
const readUpTo = new Map<string, number>();
/** The current state of messages that were edited, deleted or reacted to since their page was loaded. */
const changedTo = new Map<number, Message>();
const reactedTo = new Map<number, Reaction[]>();
const kept = 100;

export const otherThan = (me: number, { sender, receiver }: Message): number =>
  sender.userId === me && receiver ? receiver.userId : sender.userId;

function insert(pages: Pages | undefined, fresh: Message[]): Pages | undefined {
  const [first, ...rest] = pages?.pages ?? [];
  if (!pages || !first) return pages;
  const known = new Set(pages.pages.flatMap((page) => page.items.map(({ messageId }) => messageId)));
  const added = fresh.filter(({ messageId }) => !known.has(messageId));
  if (!added.length) return pages;
  const items = [...first.items, ...added].sort((a, b) => b.messageId - a.messageId);
  return { ...pages, pages: [{ ...first, items }, ...rest] };
}

function tick(pages: Pages | undefined, readerId: number, upTo: number): Pages | undefined {
  const wanted = (message: Message) =>
    !message.readByReceiver && message.receiver?.userId === readerId && message.messageId <= upTo;
  if (!pages?.pages.some((page) => page.items.some(wanted))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      page.items.some(wanted)
        ? { ...page, items: page.items.map((m) => (wanted(m) ? { ...m, readByReceiver: true } : m)) }
        : page,
    ),
  };
}

/** Applies `change` to each message; an unchanged object is not rendered again. */
function map(pages: Pages | undefined, change: (message: Message) => Message): Pages | undefined {
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

/** Shows the current state of an edited or deleted message, also where it is quoted. */
export function putChange(client: QueryClient, withUserId: number, change: Message): void {
  changedTo.set(change.messageId, withChange(changedTo.get(change.messageId) ?? change, change));
  client.setQueryData<Pages>(keyOf(withUserId), (pages) => map(pages, (message) => withChange(message, change)));
}

/** Shows all reactions to a message. */
export function putReactions(client: QueryClient, withUserId: number, messageId: number, reactions: Reaction[]): void {
  reactedTo.set(messageId, reactions);
  client.setQueryData<Pages>(keyOf(withUserId), (pages) =>
    map(pages, (message) => (message.messageId === messageId ? withReactions(message, reactions) : message)),
  );
}

/** Updates messages already shown with the server's latest response. */
export function putNow(client: QueryClient, withUserId: number, messages: Message[]): void {
  const now = new Map(messages.map((message) => [message.messageId, message]));
  client.setQueryData<Pages>(keyOf(withUserId), (pages) =>
    map(pages, (message) => {
      const fresh = now.get(message.messageId);
      return fresh ? withReactions(withChange(message, fresh), fresh.reactions) : message;
    }),
  );
}

/** Adds messages to their conversation, without duplicates, wherever they came from. */
export function putMessages(client: QueryClient, withUserId: number, fresh: Message[]): void {
  if (!fresh.length) return;
  lately.set(withUserId, [...(lately.get(withUserId) ?? []), ...fresh].slice(-kept));
  client.setQueryData<Pages>(keyOf(withUserId), (pages) => insert(pages, fresh));
}

/** Shows what `readerId`, one of the two, has read. */
export function putRead(client: QueryClient, withUserId: number, readerId: number, upTo: number): void {
  const name = `${withUserId} ${readerId}`;
  readUpTo.set(name, Math.max(upTo, readUpTo.get(name) ?? 0));
  client.setQueryData<Pages>(keyOf(withUserId), (pages) => tick(pages, readerId, upTo));
}

/** Adds messages that came while a page was being fetched. */
export function putLatest(client: QueryClient, withUserId: number, me: number): void {
  client.setQueryData<Pages>(keyOf(withUserId), (pages) => {
    const complete = insert(pages, lately.get(withUserId) ?? []);
    const whole = map(complete, (message) => {
      const quotes = message.replyTo ? changedTo.get(message.replyTo.messageId) : undefined;
      const now = withChange(withChange(message, quotes), changedTo.get(message.messageId));
      return withReactions(now, reactedTo.get(message.messageId));
    });
    return [me, withUserId].reduce(
      (seen, readerId) => tick(seen, readerId, readUpTo.get(`${withUserId} ${readerId}`) ?? 0),
      whole,
    );
  });
}

/** The loaded messages with one person, newest first. */
export const cachedMessages = (client: QueryClient, withUserId: number): Message[] =>
  client.getQueryData<Pages>(keyOf(withUserId))?.pages.flatMap((page) => page.items) ?? [];

/**
 * After a gap in the stream every chat may lack something, and reactions may have changed. Chats other than the open one are
 * fetched again when opened.
 */
export function distrustConversations(client: QueryClient): void {
  reactedTo.clear();
  void client.invalidateQueries({ queryKey: getQueryKey(trpc.messages.conversation) });
}

/** For the next member who signs in on this page. */
export function forgetLatest(): void {
  lately.clear();
  readUpTo.clear();
  changedTo.clear();
  reactedTo.clear();
}

let open: number | null = null;

/** Sets whose conversation is on the screen, if any. */
export const setOpenChat = (userId: number | null): void => {
  open = userId;
};

/** Whether this person's messages are on screen as they arrive. */
export const isReading = (userId: number): boolean => open === userId && document.visibilityState === 'visible';
