/**
 * Matches a visible character. Invisible are spaces, control characters, what Unicode says to ignore (joiners, variation
 * selectors, tags, Hangul fillers), the empty Braille pattern, the musical null notehead and the marks of interlinear
 * annotations.
 */
const seen = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Trims a text. Returns '' for a text without a visible character. */
export const visibleText = (text: string): string => (seen.test(text) ? text.trim() : '');

/** What readers see of a text: two texts with the same result cannot be told apart. */
export const look = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
