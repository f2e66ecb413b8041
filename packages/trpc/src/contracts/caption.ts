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

/** Joins description, tagged people and hashtags with spaces; people and hashtags get their sign if it is missing. */
export function joinCaption(parts: CaptionParts): string {
  return [parts.text.trim(), ...words(parts.people, '@'), ...words(parts.hashtags, '#')].filter(Boolean).join(' ');
}

/** Splits a caption back: words that start with @ are people, with # hashtags, the rest is the description. */
export function splitCaption(caption: string): CaptionParts {
  const people: string[] = [];
  const hashtags: string[] = [];
  const lines = caption.split('\n').map((line) =>
    line
      .split(' ')
      .filter((word) => {
        if (/^@\S/.test(word)) people.push(word);
        else if (/^#\S/.test(word)) hashtags.push(word);
        else return true;
        return false;
      })
      .join(' '),
  );
  return { text: lines.join('\n').trim(), people: people.join(' '), hashtags: hashtags.join(' ') };
}
