import type { TFunction } from 'i18next';
import { otherOf } from '../features/messages/chat.ts';
import { lastLine } from '../features/messages/messageText.ts';
import { insertAvatar, part, write } from './parts.ts';
import type { Prefetched } from './prefetch.ts';

type Words = { [key: string]: Words | string };

/** A minimal translator without plural forms. A text that needs them stays empty until the app renders. */
const translator = (words: Words) =>
  ((key: string, values: Record<string, unknown> = {}) => {
    const found = key
      .split('.')
      .reduce<Words | string | undefined>(
        (within, each) => (typeof within === 'object' ? within[each] : undefined),
        words,
      );
    return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name])) : '';
  }) as unknown as TFunction;

interface Row {
  name: string;
  line: string | null;
  unread?: boolean;
  picture?: string | null | undefined;
}

/**
 * Fills in a row. A new element replaces the placeholder, because a changed height of the placeholder would count as a layout
 * shift.
 */
function drawRow(placeholder: HTMLElement, { name, line, unread, picture = null }: Row): HTMLElement {
  const fresh = placeholder.cloneNode(true) as HTMLElement;
  write(fresh, 'name', name);
  if (line === null) part(fresh, 'line')?.remove();
  else write(fresh, 'line', line);
  // The padding leaves space for the number of unread messages.
  if (unread) part(fresh, 'line')?.classList.add('font-semibold', 'text-ink', 'pr-7');
  insertAvatar(fresh, picture, 48);
  placeholder.replaceWith(fresh);
  return fresh;
}

/** Fills in the heading and the first rows of the list of chats. */
export async function drawChats(
  outline: Element,
  { chats, words }: { chats: NonNullable<Prefetched['chats']>; words: string },
  me: number,
): Promise<void> {
  const translated = fetch(words).then((response) => response.json() as Promise<Words>);
  const [translations, { items: rows }, requests] = await Promise.all([translated, ...chats]);
  const t = translator(translations);
  write(outline, 'title', t('messages.title'));
  const placeholders = [...outline.querySelectorAll<HTMLElement>('[data-part=chat]')];
  // If there are chat requests, a row above the chats leads to them. That row is a little lower than the row of a chat.
  const first = requests.items.length > 0 && placeholders.shift();
  if (first) drawRow(first, { name: t('chatRequests.title'), line: null }).classList.replace('min-h-18', 'mb-0.5');
  for (const [index, placeholder] of placeholders.entries()) {
    const row = rows[index];
    if (!row) {
      placeholder.remove();
      continue;
    }
    const other = otherOf(row, me);
    drawRow(placeholder, {
      name: (other ? other.userName : row.name) ?? t('messages.unavailable'),
      line: lastLine(t, row, me),
      unread: row.unreadCount > 0,
      picture: other ? other.profilePicture : row.picture,
    });
  }
}
