/**
 * Whether a text is exactly one emoji recommended by Unicode for general interchange, in its only recommended spelling, with its
 * skin tone, gender, flag or family.
 */
export const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text);
