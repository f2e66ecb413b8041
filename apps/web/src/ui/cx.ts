/** Joins class names and drops falsy ones. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

/** Classes for a link within a line of text: a touch target of 44 px that takes no additional space in the line. */
export const touchTarget =
  'relative inline-block after:absolute after:inset-x-0 after:top-1/2 after:h-11 after:min-w-11 after:-translate-y-1/2';
