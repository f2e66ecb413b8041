/** Joins class names and drops what is falsy. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

/** For a link in a line of text: 44 px to touch, without more room in the line. */
export const touchLook =
  'relative inline-block after:absolute after:inset-x-0 after:top-1/2 after:h-11 after:min-w-11 after:-translate-y-1/2';
