import { createContext, type ReactNode, use } from 'react';

/** Returns the ranges of a text that match a search, in order. */
export type MatchFinder = (text: string) => { start: number; end: number }[];

/** Finds the matches in all texts below this context. Null outside of search results. */
export const MatchFinderContext = createContext<MatchFinder | null>(null);

/** A text in which the matches of a search are highlighted. */
export function Highlighted({ text }: { text: string }) {
  const findMatches = use(MatchFinderContext);
  if (!findMatches) return text;
  const parts: ReactNode[] = [];
  let done = 0;
  for (const { start, end } of findMatches(text)) {
    parts.push(text.slice(done, start));
    parts.push(
      <mark key={start} className="rounded-sm bg-accent-wash text-accent-text">
        {text.slice(start, end)}
      </mark>,
    );
    done = end;
  }
  return [...parts, text.slice(done)];
}
