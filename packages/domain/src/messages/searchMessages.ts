import { type MessageView, type Page, wordsIn } from '@kith/contracts';
import { messageQueries } from '@kith/db';
import { membershipOf } from '../chats/readChats.ts';
import type { Actor, Context } from '../context.ts';
import { idCursor, type PageInput, toPage } from '../cursor.ts';
import { pictureAddresses } from '../images/pictureAddresses.ts';
import { messageView } from './readMessages.ts';

/** The maximum number of words of a query, and of completions of its last word; further words are ignored. */
const maxWords = 12;

/** The number of chats that are searched: those with the newest messages. */
const maxChats = 1_000;

/**
 * Messages of one or all of the caller's chats that contain all words of the query, ignoring case and accents, newest first. The
 * last word may be a prefix; if it is the only or the longest word, it stands for its first twelve completions in each chat that
 * the caller may read. Throws `not-found` for a chat that the caller is not in.
 */
export async function searchMessages(
  ctx: Context,
  actor: Actor,
  input: PageInput & { query: string; chatId?: number | undefined },
): Promise<Page<MessageView>> {
  const { chatId = null, limit } = input;
  const before = idCursor(input.cursor);
  if (chatId !== null) await membershipOf(ctx, actor, chatId);
  const typed = wordsIn(input.query).map(({ word }) => word);
  const begin = typed.slice(0, maxWords).at(-1);
  if (begin === undefined) return { items: [], nextCursor: null };
  const words = [...new Set(typed.slice(0, maxWords))].filter((word) => word !== begin);
  // The search starts from the longest word, which is likely to be the rarest.
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
  const by = longest.length > begin.length ? longest : null;
  const rows = await ctx.db.run(messageQueries.search, [
    ...([actor.userId, words, chatId, before, limit + 1, maxChats] as const),
    ...([begin, by, maxWords] as const),
  ]);
  const address = await pictureAddresses(ctx);
  return toPage(
    rows,
    limit,
    (row) => messageView(ctx.settings, address, row, actor),
    (row) => [row.id],
  );
}
