import { type TextPart, textParts } from '@kith/contracts/textParts';
import { Link } from '@tanstack/react-router';
import { cx } from './cx.ts';
import { Highlighted } from './Highlighted.tsx';

export const personLink = (username: string) => ({ to: '/user/$username' as const, params: { username } });

/** The times of a text, as posts, comments and messages have them. */
export interface Written {
  createdAt: string;
  editedAt?: string | null;
}

/** Returns the link to a member whom a text mentions: it leads to nobody who joined after the text was written. */
export const mentionLink = (username: string, written?: Written) => ({
  ...personLink(username),
  state: { writtenAt: written && (written.editedAt ?? written.createdAt) },
});

export const tagLink = (tag: string) => ({ to: '/tag/$tag' as const, params: { tag: tag.toLowerCase() } });

/** Classes that make the touch target of a link in a text 24 px high, without changing the height of the line. */
const inLine = 'relative -my-px inline-block py-px font-medium underline-offset-4 hover:underline';

const linkClasses: Record<Exclude<TextPart['kind'], 'text'>, string> = {
  url: 'underline underline-offset-4 break-words',
  mention: inLine,
  tag: inLine,
};

interface Props {
  text: string;
  /** When the text was written; without it, mentions link to whoever has the name. */
  written?: Written;
  /** Whether tags and URLs are coloured. False on coloured backgrounds, where they keep the text's colour. */
  accent?: boolean;
}

/** A text in which URLs, @mentions and #tags are links. */
export function LiveText({ text, written, accent = true }: Props) {
  return textParts(text).map((part, index) => {
    // The index can serve as the key, because the parts of a text never change their order.
    const key = index;
    if (part.kind === 'text') return <Highlighted key={key} text={part.text} />;
    const className = cx(linkClasses[part.kind], accent && part.kind !== 'mention' && 'text-accent-text');
    if (part.kind === 'url')
      return (
        <a key={key} href={part.href} target="_blank" rel="nofollow ugc noopener" className={className}>
          <Highlighted text={part.text} />
        </a>
      );
    const to = part.kind === 'tag' ? tagLink(part.tag) : mentionLink(part.name, written);
    return (
      <Link key={key} {...to} className={className}>
        <Highlighted text={part.text} />
      </Link>
    );
  });
}
