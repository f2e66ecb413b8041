import type { ContactView, Page } from '@kith/contracts';
import { messageQueries } from '@kith/db';
import type { Actor, Context } from '../context.ts';
import { idPairCursor, type PageInput, toPage } from '../cursor.ts';
import { contactView } from './messageView.ts';

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** People the caller follows, is followed by or has written with, by most recent message; `query` is part of a name. */
export async function listContacts(
  ctx: Context,
  actor: Actor,
  input: PageInput & { query?: string | undefined },
): Promise<Page<ContactView>> {
  const [lastMessageId, contactId] = idPairCursor(input.cursor);
  const query = input.query?.trim().toLowerCase() ?? '';
  const pattern = query === '' || query.includes('\u0000') ? null : `%${escapeLike(query)}%`;
  const rows = await ctx.db.run(messageQueries.contacts, [
    actor.userId,
    lastMessageId,
    contactId,
    input.limit + 1,
    pattern,
  ]);
  return toPage(
    rows,
    input.limit,
    (row) => contactView(ctx.settings, row),
    (row) => [row.last_message_id, row.contact_id],
  );
}

/** How many messages wait unread for the caller. */
export async function countUnreadMessages(ctx: Context, actor: Actor): Promise<{ count: number }> {
  const [row] = await ctx.db.run(messageQueries.unreadCount, [actor.userId]);
  return { count: row?.count ?? 0 };
}
