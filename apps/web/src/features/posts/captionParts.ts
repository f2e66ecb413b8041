/** The names after @ in a caption, each once, without the mark that ends a sentence. */
export function peopleIn(caption: string): string[] {
  const words = caption.split(/\s+/).filter((word) => /^@\S/.test(word));
  const names = words.map((word) => word.slice(1).replace(/[^A-Za-z0-9_.-]+$/, ''));
  return [...new Set(names.filter(Boolean))];
}

const withoutPeople = (line: string): string => line.replace(/^(?:@\S+(?:\s+|$))+|\s+@\S+/g, '');

/** What is left to read once the people are on their own line; a line of people alone goes with them. */
export const textOf = (caption: string): string =>
  caption
    .split('\n')
    .filter((line) => !line.trim() || withoutPeople(line).trim())
    .map(withoutPeople)
    .join('\n')
    .trim();

/** Whether anything is left to read once the people are on their own line. */
export const hasText = (caption: string): boolean => textOf(caption) !== '';

export const personLink = (username: string) => ({ to: '/user/$username' as const, params: { username } });
