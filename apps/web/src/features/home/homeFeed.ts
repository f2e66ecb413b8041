/** One input for loader and screen, so that both mean the same cached list. */
export const homeInput = { limit: 20 };
