export const linkLook =
  'inline-flex min-h-11 items-center rounded-card font-semibold text-accent-text underline-offset-4 hover:underline';
