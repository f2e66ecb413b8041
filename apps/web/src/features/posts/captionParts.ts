import { cutCaption } from '@kith/contracts/caption';

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

const longestWhole = { letters: 560, lines: 10 };
const folded = { letters: 400, lines: 6 };

/** The beginning of a caption that is too long for a list, cut between words; null when it is shown whole. */
export function foldOf(caption: string): string | null {
  const text = textOf(caption);
  const lines = text.split('\n');
  if (text.length <= longestWhole.letters && lines.length <= longestWhole.lines) return null;
  const start = lines.slice(0, folded.lines).join('\n');
  const cut = start.length > folded.letters ? start.slice(0, folded.letters) : start;
  const words = start.length > cut.length && /\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : cut;
  // Half of a letter of two units is none.
  return `${words.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
}

/** Whether anything is left to read once the people are on their own line. */
export const hasText = (caption: string): boolean => textOf(caption) !== '';

type CaptionPart =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; text: string }
  | { kind: 'person'; name: string; rest: string };

/** A caption cut where tags and people stand in it, in order; what lies between them stays whole. */
export function partsOf(caption: string): CaptionPart[] {
  const parts: CaptionPart[] = [];
  for (const text of textOf(caption).split(/(\s+)/)) {
    const mention = mentionIn(text);
    const last = parts.at(-1);
    if (mention) parts.push({ kind: 'person', ...mention });
    else if (/^#\S/.test(text)) parts.push({ kind: 'tag', text });
    else if (last?.kind === 'text') last.text += text;
    else parts.push({ kind: 'text', text });
  }
  return parts;
}

export const personLink = (username: string) => ({ to: '/user/$username' as const, params: { username } });
