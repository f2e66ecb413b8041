/** Drawn for the picture alone: visitors need no icon set. */
const paths = {
  heart: 'M12 20 4 12a5 5 0 0 1 8-6 5 5 0 0 1 8 6z',
  comment: 'm3 21 1-5a9 9 0 1 1 4 4z',
};

export function ShowcaseIcon({ name, className }: { name: keyof typeof paths; className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} stroke="currentColor" strokeWidth="2">
      <path d={paths[name]} strokeLinejoin="round" />
    </svg>
  );
}
