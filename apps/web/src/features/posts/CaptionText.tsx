import { textOf } from './captionParts.ts';

/** A caption without its @people, who stand on the "with" line; words that start with # are highlighted. */
export function CaptionText({ caption }: { caption: string }) {
  const parts = textOf(caption).split(/(\s+)/);
  return (
    <>
      {parts.map((part, index) =>
        /^#\S/.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one caption keep their places.
          <span key={index} className="font-medium text-accent-text">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}
