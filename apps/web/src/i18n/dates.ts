import { currentLanguage } from './index.ts';

const regions = new Map<string, string>();

/** Browsers on a bare system name tags like `en-US@posix`, which no formatter takes. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

/** The language of the page as the reader's region writes it: 14:02 in Britain, 2:02 PM in America. */
export function region(): string {
  const language = currentLanguage();
  const known = regions.get(language);
  if (known) return known;
  const found = navigator.languages.find((each) => each.startsWith(`${language}-`) && isTag(each)) ?? language;
  regions.set(language, found);
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const counts = new Map<string, Intl.NumberFormat>();

/** A formatter costs a millisecond, so each kind is made once. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = region();
  const key = `${language} ${JSON.stringify(options)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, made);
  return made;
}

/** Day, short month, year, hour, minute. */
export const postDate = (iso: string): string =>
  dateFormat({ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }).format(
    new Date(iso),
  );

/** Hour and minute. */
export const commentTime = (iso: string): string =>
  dateFormat({ hour: 'numeric', minute: '2-digit' }).format(new Date(iso));

/** The full locale string. */
export const messageTime = (iso: string): string => new Date(iso).toLocaleString(region());

/** 1.2K, 3,4 tys.: counts as short as the reader's language writes them. */
export function shortCount(count: number): string {
  // Nearly every count is written as it is.
  if (count < 1_000) return String(count);
  const language = currentLanguage();
  const made =
    counts.get(language) ?? new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  counts.set(language, made);
  return made.format(count);
}
