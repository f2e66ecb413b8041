/** The word being typed at the end of a field, without its sign. */
export const lastWord = (value: string): string => /[^\s,]*$/.exec(value)?.[0].replace(/^[@#]/, '') ?? '';

/** The field with its last word completed. */
export const complete = (value: string, word: string): string => `${value.replace(/[^\s,]*$/, '')}${word} `;
