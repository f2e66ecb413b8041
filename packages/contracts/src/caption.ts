/** The three parts of a caption, which the composer edits separately; in the API they are one caption. */
export interface CaptionParts {
  text: string;
  people: string;
  hashtags: string;
}

const words = (value: string, sign: string): string[] =>
  value
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => (word.startsWith(sign) ? word : sign + word));

/**
 * A word that the composer may have appended: a mention or a tag. The pattern is simpler than `textParts`, because it is loaded
 * before the app. A mention followed by a punctuation mark other than a comma belongs to a sentence.
 */
const tagOrMention = /^(?:#\S|@[A-Za-z0-9_.-]*[A-Za-z0-9_],?$)/;

/**
 * Splits a caption into its text and its tail: the @people and #hashtags at the end, which the composer appends, with the
 * whitespace before them. Mentions and tags within a sentence belong to the text.
 */
export function cutCaption(caption: string): { text: string; tail: string } {
  const found = [...caption.matchAll(/\S+/g)];
  let start = caption.length;
  for (let word = found.pop(); word && tagOrMention.test(word[0]); word = found.pop()) start = word.index;
  const text = caption.slice(0, start).trimEnd();
  return { text, tail: caption.slice(text.length) };
}

/**
 * Splits a caption for the composer. If the caption consists only of people and hashtags, all of it is returned as text, because
 * a post needs text.
 */
export function splitCaption(caption: string): CaptionParts {
  const { text, tail } = cutCaption(caption);
  if (text === '') return { text: caption.trim(), people: '', hashtags: '' };
  const ending = tail.split(/\s+/);
  const startingWith = (sign: string) => ending.filter((word) => word.startsWith(sign)).join(' ');
  return { text, people: startingWith('@'), hashtags: startingWith('#') };
}

/**
 * Joins text, tagged people and hashtags with spaces, and adds missing signs (@ and #). `before` is the caption that the parts
 * were split from: if people and hashtags are unchanged, they keep the order and the line breaks of that caption.
 */
export function joinCaption(parts: CaptionParts, before = ''): string {
  const text = parts.text.trim();
  const old = splitCaption(before);
  if (text !== '' && old.people === parts.people && old.hashtags === parts.hashtags) {
    const { text: oldText, tail } = cutCaption(before);
    return oldText === '' ? text : text + tail.trimEnd();
  }
  return [text, ...words(parts.people, '@'), ...words(parts.hashtags, '#')].filter(Boolean).join(' ');
}
