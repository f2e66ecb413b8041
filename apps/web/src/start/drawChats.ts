import type { TFunction } from 'i18next';
import { lastLine } from '../features/messages/list/lastLine.ts';
import { mergeChats } from '../features/messages/list/mergeChats.ts';
import { hangAvatar, part, write } from './parts.ts';
import type { Asked } from './prefetch.ts';

type Words = { [key: string]: Words | string };

/** Translates without plural forms, which need the app: a text that has them stays empty. */
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

const pageOf = <T>(page: { items: T[]; nextCursor: string | null }) => ({
  data: { pages: [page] },
  hasNextPage: page.nextCursor !== null,
});

/** Fills in the first rows of the list of chats. Requests stand above them, so with requests nothing is drawn. */
export async function drawChats(
  outline: Element,
  { chats, words }: { chats: NonNullable<Asked['chats']>; words: string },
  me: number,
): Promise<void> {
  const translated = fetch(words).then((response) => response.json() as Promise<Words>);
  const [contacts, all, requests] = await Promise.all(chats);
  const t = translator(await translated);
  if (requests.items.length) return;
  const rows = mergeChats(pageOf(contacts), pageOf(all), me);
  for (const [index, place] of outline.querySelectorAll<HTMLElement>('[data-part=chat]').entries()) {
    const row = rows[index];
    if (!row) {
      place.remove();
      continue;
    }
    write(place, 'name', row.name ?? t('messages.unavailable'));
    write(place, 'line', lastLine(t, row, me) ?? '');
    // Leaves space for the number.
    if (row.unreadCount) part(place, 'line')?.classList.add('font-semibold', 'text-ink', 'pr-7');
    hangAvatar(place, 'picture' in row ? (row.picture ?? null) : (row.people[0]?.profilePicture ?? null), 48);
  }
}
