import type { Plugin } from 'vite';

/** With one stylesheet and no lists to preload there is nothing left to do around a dynamic import. */
export const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};
