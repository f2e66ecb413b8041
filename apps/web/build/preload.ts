import type { HtmlTagDescriptor, Plugin } from 'vite';

const wanted = [
  { file: /figtree-latin-wght-normal/, attrs: { rel: 'preload', as: 'font', type: 'font/woff2' } },
  { file: /assets\/(?:core|rolldown-runtime)-[^/]+\.js$/, attrs: { rel: 'modulepreload' } },
];

/** What every page needs is fetched beside its first script; the hashed names are known only after bundling. */
export const preload: Plugin = {
  name: 'preload',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      return Object.keys(bundle ?? {}).flatMap((file): HtmlTagDescriptor[] => {
        const found = wanted.find((each) => each.file.test(file));
        if (!found) return [];
        return [{ tag: 'link', attrs: { ...found.attrs, href: `/${file}`, crossorigin: true }, injectTo: 'head' }];
      });
    },
  },
};
