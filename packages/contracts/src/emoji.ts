/**
 * Whether a text is one emoji as Unicode recommends it for general interchange: with its tone, gender, flag or family, and written
 * in no other way.
 */
export const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text);
