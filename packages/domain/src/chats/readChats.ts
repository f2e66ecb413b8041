import type { ChatView, MessageView, Page } from '@kith/contracts';
import {
  type ChatRow,
  chatQueries,
  type Examined,
  type MembershipRow,
  type MessageRow,
  messageQueries,
} from '@kith/db';
import type { Actor, Context, DomainSettings } from '../context.ts';
import { idCursor, idPairCursor, type PageInput, toPage } from '../cursor.ts';
import { Refusal } from '../errors.ts';
import { type PictureAddresses, pictureAddresses } from '../images/pictureAddresses.ts';
import { listConversation, messageView } from '../messages/readMessages.ts';
import { pictureUrl } from '../users/userView.ts';
import { visiblePage } from '../visiblePage.ts';

const lastMessageOf = (row: ChatRow): ChatView['lastMessage'] =>
  row.content === null || row.created_at === null || row.sender_id === null
    ? null
    : {
        messageId: row.last_message_id,
        content: row.content,
        createdAt: row.created_at,
        senderId: row.sender_id,
        deleted: row.deleted_at !== null,
        event: row.event,
        subjectId: row.subject_id,
        picture: row.picture,
        post: row.post,
      };

/** The URL of a group's picture, signed for this reader only. */
function groupPicture(address: PictureAddresses, key: string | null, viewer: number): string | null {
  if (key === null) return null;
  const { folder, query } = address(key, false, viewer);
  return `${folder}/256.webp${query}`;
}

const chatView = (settings: DomainSettings, address: PictureAddresses, row: ChatRow, viewer: number): ChatView => ({
  chatId: row.id,
  kind: row.kind,
  name: row.name,
  picture: groupPicture(address, row.picture_key, viewer),
  makerId: row.kind === 'group' ? row.maker_id : null,
  users: row.people.map(({ id, user_name: userName, picture_key: key, joined_at: joinedAt }) => ({
    userId: id,
    userName,
    profilePicture: pictureUrl(settings, key),
    joinedAt: joinedAt === null ? null : new Date(joinedAt).toISOString(),
  })),
  lastMessage: lastMessageOf(row),
  unreadCount: row.unread_count,
  mentioned: row.mentioned,
  request: row.request,
  mutedUntil: row.muted_until,
});

/**
 * Returns the caller's membership of a chat: its kind, its creator, the other member of a direct chat, and what the members of
 * a group have read. Throws `not-found` for callers who are not in the chat.
 */
export async function membershipOf(ctx: Context, actor: Actor, chatId: number): Promise<MembershipRow> {
  const [seat] = await ctx.db.run(chatQueries.membership, [actor.userId, chatId]);
  if (!seat) throw new Refusal('not-found');
  return seat;
}

/** The caller's chats, or with `requests` only the unanswered requests of strangers, ordered by their newest message. */
export async function listChats(
  ctx: Context,
  actor: Actor,
  { requests, ...input }: PageInput & { requests?: boolean | undefined },
): Promise<Page<ChatView>> {
  const { userId } = actor;
  const address = await pictureAddresses(ctx);
  const view = (row: ChatRow & Examined) => chatView(ctx.settings, address, row, userId);
  if (requests)
    return visiblePage(input, {
      key: idCursor,
      read: (lastMessageId, rows) => ctx.db.run(chatQueries.requests, [userId, lastMessageId, rows]),
      view,
      keyOf: (row) => [row.last_message_id],
    });
  return visiblePage(input, {
    key: idPairCursor,
    read: ([lastMessageId, chatId], rows) => ctx.db.run(chatQueries.list, [userId, lastMessageId, chatId, rows]),
    view,
    keyOf: (row) => [row.last_message_id, row.id],
  });
}

/** One of the caller's chats. Throws `not-found`. */
export async function getChat(ctx: Context, actor: Actor, { chatId }: { chatId: number }): Promise<ChatView> {
  const [row] = await ctx.db.run(chatQueries.one, [actor.userId, chatId]);
  if (!row) throw new Refusal('not-found');
  return chatView(ctx.settings, await pictureAddresses(ctx), row, actor.userId);
}

interface WhichMessages extends PageInput {
  chatId: number;
  afterMessageId?: number | undefined;
  aroundMessageId?: number | undefined;
  aroundTime?: string | undefined;
}

/**
 * The messages of a chat, newest first. `afterMessageId` restricts them to newer messages; `aroundMessageId` and `aroundTime`
 * select a page around a message. Throws `not-found`.
 */
export async function listChatMessages(ctx: Context, actor: Actor, input: WhichMessages): Promise<Page<MessageView>> {
  const { chatId, afterMessageId, aroundMessageId, aroundTime } = input;
  const seat = await membershipOf(ctx, actor, chatId);
  const [since] = aroundTime === undefined ? [] : await ctx.db.run(messageQueries.beforeTime, [aroundTime]);
  const around = aroundMessageId ?? since?.id;
  if (around !== undefined) return listAround(ctx, actor, seat, { ...input, around });
  const { other_id: withUserId, reads } = seat;
  if (withUserId !== null) return listConversation(ctx, actor, { ...input, withUserId });
  const before = idCursor(input.cursor);
  const rows = await ctx.db.run(messageQueries.ofGroup, [
    actor.userId,
    chatId,
    before,
    afterMessageId ?? 0,
    input.limit + 1,
  ]);
  const address = await pictureAddresses(ctx);
  const view = (row: (typeof rows)[number]) =>
    messageView(ctx.settings, address, row, actor, row.sender_id === actor.userId ? reads : null);
  return toPage(rows, input.limit, view, (row) => [row.id]);
}

/**
 * A page of messages around the one with the id `around`, newest first: half of the page is that message and older ones, the
 * other half is newer ones. The cursor continues with older messages.
 */
async function listAround(
  ctx: Context,
  actor: Actor,
  { other_id: other, reads }: MembershipRow,
  { chatId, limit, around }: WhichMessages & { around: number },
): Promise<Page<MessageView>> {
  const later = Math.floor(limit / 2);
  const [up, down] = [limit - later, around + 1];
  const [older, newer] = await Promise.all(
    other === null
      ? [
          ctx.db.run(messageQueries.ofGroup, [actor.userId, chatId, down, 0, up + 1]),
          ctx.db.run(messageQueries.followingInGroup, [actor.userId, chatId, around, later]),
        ]
      : [
          ctx.db.run(messageQueries.conversation, [actor.userId, other, down, 0, up + 1]),
          ctx.db.run(messageQueries.following, [actor.userId, other, around, later]),
        ],
  );
  const address = await pictureAddresses(ctx);
  const view = (row: MessageRow) =>
    messageView(ctx.settings, address, row, actor, row.sender_id === actor.userId ? reads : null);
  const page = toPage(older, up, view, (row) => [row.id]);
  return { ...page, items: [...newer.toReversed().map(view), ...page.items] };
}
