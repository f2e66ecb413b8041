/** The three parts a composer edits; on the wire they are one caption. */
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
 * A person or a tag as the composer adds them, in fewer words than `textParts`: what is drawn before the app reads this. A mention
 * with another mark after it than a comma ends a sentence.
 */
const added = /^(?:#\S|@[A-Za-z0-9_.-]*[A-Za-z0-9_],?$)/;

/**
 * Cuts a caption where the last run of @people and #hashtags begins, with the space before them: those the composer adds
 * to the text. What is named within a sentence belongs to the sentence.
 */
export function cutCaption(caption: string): { text: string; tail: string } {
  const found = [...caption.matchAll(/\S+/g)];
  let start = caption.length;
  for (let word = found.pop(); word && added.test(word[0]); word = found.pop()) start = word.index;
  const text = caption.slice(0, start).trimEnd();
  return { text, tail: caption.slice(text.length) };
}

/** Splits a caption back for the composer. One of people and hashtags alone is all text: a post without text cannot be. */
export function splitCaption(caption: string): CaptionParts {
  const { text, tail } = cutCaption(caption);
  if (text === '') return { text: caption.trim(), people: '', hashtags: '' };
  const ending = tail.split(/\s+/);
  const startingWith = (sign: string) => ending.filter((word) => word.startsWith(sign)).join(' ');
  return { text, people: startingWith('@'), hashtags: startingWith('#') };
}

/**
 * Joins text, tagged people and hashtags with spaces; people and hashtags get their sign if it is missing. With the caption
 * they were split from, people and hashtags that are as they were keep their order and their lines.
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
