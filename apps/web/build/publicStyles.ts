import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Plugin } from 'vite';

const dark = /\[data-theme='dark'\] (\{[\s\S]*?\n\})/;

/**
 * Writes public.css, the stylesheet of the pages that are readable without logging in. It has the fonts and colours of the web app,
 * whose own stylesheet these pages do not load. Without a script, the theme is that of the system.
 */
export function publicStyles(): Plugin {
  let root = '';
  return {
    name: 'public-styles',
    apply: 'build',
    configResolved: (config) => {
      ({ root } = config);
    },
    async generateBundle(_options, bundle) {
      const [fonts = '', tokens = '', ...own] = await Promise.all(
        ['src/theme/fonts.css', 'src/theme/tokens.css', 'build/publicFrame.css', 'build/publicPosts.css'].map((file) =>
          readFile(join(root, file), 'utf8'),
        ),
      );
      const addressOf = (font: string) => {
        const name = Object.keys(bundle).find((each) => each.includes(parse(font).name));
        if (!name) throw new Error(`The bundle has no font ${font} for the public pages`);
        return name;
      };
      if (!dark.test(tokens)) throw new Error('tokens.css has no dark theme for the public pages');
      const source = [
        // A font that arrives after the first paint is not used, because it would move the text.
        fonts
          .replaceAll('font-display: swap', 'font-display: optional')
          .replace(/url\('(.+?)'\)/g, (_match, font: string) => `url('/${addressOf(font)}')`),
        tokens
          .replace('color-scheme: light', 'color-scheme: light dark')
          .replace(dark, (_match, roles: string) => `@media (prefers-color-scheme: dark) {\n:root ${roles}\n}`),
        ...own,
      ].join('\n');
      this.emitFile({ type: 'asset', fileName: 'public.css', source });
    },
  };
}
