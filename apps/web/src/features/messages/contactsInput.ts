/** One input for loader and screen, so that both mean the same cached list. */
export const contactsInput = (query: string) => (query ? { limit: 50, query } : { limit: 50 });
