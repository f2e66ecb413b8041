import { fileURLToPath } from 'node:url';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type HtmlTagDescriptor, type Plugin, runnerImport } from 'vite';

const wanted = [
  { file: /assets\/load-[^/]+\.js$/, attrs: { rel: 'modulepreload' } },
  { file: /assets\/index-[^/]+\.css$/, attrs: { rel: 'preload', as: 'style' } },
  { file: /figtree-latin-wght-normal/, attrs: { rel: 'preload', as: 'font', type: 'font/woff2' } },
];

/**
 * Adds preload links for the stylesheet and the font, which the outline (the placeholder shown until the app has loaded) needs.
 * The links are added after bundling, because the file names contain hashes.
 */
export const preload: Plugin = {
  name: 'preload',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      return Object.keys(bundle ?? {}).flatMap((file): HtmlTagDescriptor[] => {
        const found = wanted.find((each) => each.file.test(file));
        if (!found) return [];
        return [
          { tag: 'link', attrs: { ...found.attrs, href: `/${file}`, crossorigin: true }, injectTo: 'head-prepend' },
        ];
      });
    },
  },
};

/**
 * Renders the outline (the placeholder shown until the app has loaded) into the page. It consists of the app's own skeletons.
 */
export const outline: Plugin = {
  name: 'outline',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const { module } = await runnerImport<{ Outline: FunctionComponent }>('/src/start/Outline.tsx', {
        configFile: false,
        root: fileURLToPath(new URL('..', import.meta.url)),
      });
      return html.replace('<!-- outline -->', () => renderToStaticMarkup(createElement(module.Outline)));
    },
  },
};
