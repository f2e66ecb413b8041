import { createContext, type ReactNode, use } from 'react';

/** Where in a text something stands that is searched for, in order. */
export type Marker = (text: string) => { start: number; end: number }[];

/** What is marked in the texts below; nothing unless a search says so. */
export const Marking = createContext<Marker | null>(null);

/** A text with the words marked that are searched for. */
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
