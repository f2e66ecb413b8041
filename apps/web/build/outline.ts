import { fileURLToPath } from 'node:url';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Plugin, runnerImport } from 'vite';

/** Draws the outline of the screens, made of the app's own skeletons, into the page. */
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
