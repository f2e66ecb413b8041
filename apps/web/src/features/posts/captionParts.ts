/** The names after @ in a caption, each once, without the mark that ends a sentence. */
export function peopleIn(caption: string): string[] {
  const words = caption.split(/\s+/).filter((word) => /^@\S/.test(word));
  const names = words.map((word) => word.slice(1).replace(/[^A-Za-z0-9_.-]+$/, ''));
  return [...new Set(names.filter(Boolean))];
}

/** Whether anything is left to read once the people are on their own line. */
export const hasText = (caption: string): boolean => caption.split(/\s+/).some((word) => word && !/^@\S/.test(word));

export const personLink = (username: string) => ({ to: '/user/$username' as const, params: { username } });

/** A caption without its @people, who stand on a line of their own. */
export const plainCaption = (caption: string): string => caption.replace(/(^|[^\S\n]+)@\S+/g, '').trim();
