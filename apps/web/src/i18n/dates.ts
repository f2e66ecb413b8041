import { currentLanguage } from './index.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = currentLanguage();
  const key = `${language} ${kind}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Day, short month, year, hour, minute. */
export const postDate = (iso: string): string =>
  format('post', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
    new Date(iso),
  );

/** Hour and minute. */
export const commentTime = (iso: string): string =>
  format('comment', { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));

/** The full locale string. */
export const messageTime = (iso: string): string => new Date(iso).toLocaleString(currentLanguage());

/** 1.2K, 3,4 tys.: counts as short as the reader's language writes them. */
export const shortCount = (count: number): string =>
  new Intl.NumberFormat(currentLanguage(), { notation: 'compact', maximumFractionDigits: 1 }).format(count);
