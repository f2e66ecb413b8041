/** The three parts that a composer edits; in the API they are one caption. */
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
 * A person or a tag as the composer appends them. Simpler than `textParts`, because it is loaded before the app. A mention
 * followed by a mark other than a comma ends a sentence.
 */
const added = /^(?:#\S|@[A-Za-z0-9_.-]*[A-Za-z0-9_],?$)/;

/**
 * Splits a caption where its last run of @people and #hashtags begins, including the space before: those that the composer
 * appends. Mentions and tags within a sentence belong to the text.
 */
export function cutCaption(caption: string): { text: string; tail: string } {
  const found = [...caption.matchAll(/\S+/g)];
  let start = caption.length;
  for (let word = found.pop(); word && added.test(word[0]); word = found.pop()) start = word.index;
  const text = caption.slice(0, start).trimEnd();
  return { text, tail: caption.slice(text.length) };
}

/** Splits a caption for the composer. One of people and hashtags alone is all text, because a post needs text. */
export function splitCaption(caption: string): CaptionParts {
  const { text, tail } = cutCaption(caption);
  if (text === '') return { text: caption.trim(), people: '', hashtags: '' };
  const ending = tail.split(/\s+/);
  const startingWith = (sign: string) => ending.filter((word) => word.startsWith(sign)).join(' ');
  return { text, people: startingWith('@'), hashtags: startingWith('#') };
}

/**
 * Joins text, tagged people and hashtags with spaces; adds missing signs. Given the caption that they were split from, unchanged
 * people and hashtags keep their order and their lines.
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
