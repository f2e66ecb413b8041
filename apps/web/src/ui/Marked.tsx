import { createContext, type ReactNode, use } from 'react';

/** Returns the ranges of a text that match a search, in order. */
export type Marker = (text: string) => { start: number; end: number }[];

/** The marker for all texts below this context. Null outside of search results. */
export const Marking = createContext<Marker | null>(null);

/** A text in which the matches of a search are highlighted. */
export function Marked({ text }: { text: string }) {
  const marker = use(Marking);
  if (!marker) return text;
  const parts: ReactNode[] = [];
  let done = 0;
  for (const { start, end } of marker(text)) {
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
