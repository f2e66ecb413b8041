import { Link } from '@tanstack/react-router';
import { partsOf, personLink } from './captionParts.ts';

/** A caption: words that start with # are highlighted, people named in a sentence are links to their pages. */
export function CaptionText({ caption }: { caption: string }) {
  return (
    <>
      {partsOf(caption).map((part, index) => {
        // The words of one caption keep their places.
        const key = index;
        if (part.kind === 'text') return part.text;
        if (part.kind === 'tag') {
          return (
            <span key={key} className="font-medium text-accent-text">
              {part.text}
            </span>
          );
        }
        return (
          <span key={key}>
            <Link {...personLink(part.name)} className="font-medium underline-offset-4 hover:underline">
              @{part.name}
            </Link>
            {part.rest}
          </span>
        );
      })}
    </>
  );
}
