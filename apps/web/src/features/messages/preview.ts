const longest = 50;

/** The start of a message for the list of chats: at most 50 characters, then three dots. */
export function preview(text: string): string {
  const signs = [...text.replace(/\s+/g, ' ')];
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : signs.join('');
}
