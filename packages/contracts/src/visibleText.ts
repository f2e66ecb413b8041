/**
 * Matches a character that can be seen. Not seen are spaces, control characters, what Unicode says to ignore (joiners, variation
 * selectors, tags, Hangul fillers), the empty Braille pattern, the musical null notehead and the marks of interlinear annotations.
 */
const seen = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Trims a text. A text in which nothing can be seen is as good as empty, so '' is returned for it. */
export const visibleText = (text: string): string => (seen.test(text) ? text.trim() : '');
