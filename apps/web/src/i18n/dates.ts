import { currentLanguage } from './index.ts';

/** The language of the page as the reader's region writes it: 14:02 in Britain, 2:02 PM in America. */
export const region = (): string => {
  const language = currentLanguage();
  return navigator.languages.find((each) => each.startsWith(`${language}-`)) ?? language;
};

const formats = new Map<string, Intl.DateTimeFormat>();

function format(kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = region();
  const key = `${language} ${kind}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Day, short month, year, hour, minute. */
export const postDate = (iso: string): string =>
  format('post', { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }).format(
    new Date(iso),
  );

/** Hour and minute. */
export const commentTime = (iso: string): string =>
  format('comment', { hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

/** The full locale string. */
export const messageTime = (iso: string): string => new Date(iso).toLocaleString(region());

/** 1.2K, 3,4 tys.: counts as short as the reader's language writes them. */
export const shortCount = (count: number): string =>
  new Intl.NumberFormat(currentLanguage(), { notation: 'compact', maximumFractionDigits: 1 }).format(count);
