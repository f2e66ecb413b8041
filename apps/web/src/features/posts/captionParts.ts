import { cutCaption } from '@kith/trpc/contracts/caption';

/** The name a word mentions, and the mark after it that ends a sentence; null when the word mentions nobody. */
function mentionIn(word: string): { name: string; rest: string } | null {
  const [, name = '', rest = ''] = /^@([A-Za-z0-9_.-]*[A-Za-z0-9_])(.*)$/.exec(word) ?? [];
  return name ? { name, rest } : null;
}

/** The names after @ in a caption, each once. */
export function peopleIn(caption: string): string[] {
  const names = caption.split(/\s+/).flatMap((word) => mentionIn(word)?.name ?? []);
  return [...new Set(names)];
}

/** What is left to read once the people at its end are on the "with" line; those in a sentence stay there. */
export function textOf(caption: string): string {
  const { text, tail } = cutCaption(caption);
  return (text + tail.replace(/(?:^|\s+)@\S+/g, '')).trim();
}

/** Whether anything is left to read once the people are on their own line. */
export const hasText = (caption: string): boolean => textOf(caption) !== '';

export type CaptionPart =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string }
  | { kind: 'person'; name: string; rest: string };

/** The words of a caption and the space between them, in order. */
export const partsOf = (caption: string): CaptionPart[] =>
  textOf(caption)
    .split(/(\s+)/)
    .map((text): CaptionPart => {
      const mention = mentionIn(text);
      if (mention) return { kind: 'person', ...mention };
      return { kind: /^#\S/.test(text) ? 'tag' : 'text', text };
    });

export const personLink = (username: string) => ({ to: '/user/$username' as const, params: { username } });
