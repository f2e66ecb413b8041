/** Joins class names, and drops falsy ones. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

/** Classes for a link inside a line of text. The touch target is 44 px high, but takes no additional space in the line. */
export const touchTarget =
  'relative inline-block after:absolute after:inset-x-0 after:top-1/2 after:h-11 after:min-w-11 after:-translate-y-1/2';
