import { parse } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { bundled } from './bundled.ts';

/** Returns the addresses that only the build knows and the start script needs, as src/start/main.ts describes them. */
function addressesOf(bundle: Rolldown.OutputBundle) {
  const files = Object.values(bundle);
  const app = files.find((file) => file.type === 'chunk' && file.name === 'app');
  const words = files.flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.json') ? [file] : []));
  return {
    app: `/${app?.fileName}`,
    words: Object.fromEntries(words.map(({ names, fileName }) => [parse(names[0] ?? '').name, `/${fileName}`])),
  };
}

/**
 * Inlines the start script into the page, because a file of its own would cost a round trip. The server adds the script's hash to
 * the CSP. Also preloads the font, which the browser would otherwise discover only after the stylesheet.
 */
export function start(): Plugin {
  let root = '';
  return {
    name: 'start',
    configResolved: (config) => {
      ({ root } = config);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle }) {
        const code = await bundled(root, 'src/start/main.ts');
        const attribute = bundle ? ` data-built='${JSON.stringify(addressesOf(bundle))}'` : '';
        const html = page.replace('<!-- start -->', () => `<script${attribute}>${code.trim()}</script>`);
        const font = Object.keys(bundle ?? {}).find((file) => file.includes('figtree-latin-wght-normal'));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
        const tags: HtmlTagDescriptor[] = font ? [{ tag: 'link', attrs, injectTo: 'head-prepend' }] : [];
        return { html, tags };
      },
    },
  };
}
