import { maxLengths } from './lengths.ts';
import { textParts } from './textParts.ts';

/** The target of the first link in a text; null without one, or if it is too long for a preview. */
export function firstLink(text: string): string | null {
  const link = textParts(text).find((part) => part.kind === 'url');
  return link && link.href.length <= maxLengths.previewedLink ? link.href : null;
}
