import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The font's hashed name is known only after bundling, so its preload is written into the page then. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => file.includes('figtree-latin-wght-normal'));
      if (!font) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  },
};

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    react(),
    tailwindcss(),
    preloadFont,
  ],
  server: {
    port: 5173,
    proxy: { '^/(trpc|media|auth|users|posts|healthz|readyz|openapi.json|docs)(/|$)': { target: api } },
  },
  build: {
    outDir: 'dist',
    target: 'esnext',
    // The policy of the server allows no data: fonts or fetches, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs lies in one file: fewer requests, and it packs smaller than thirty crumbs.
        codeSplitting: {
          groups: [{ name: 'core', test: /node_modules\/(react|react-dom|scheduler|i18next|@tanstack\/(react-router|router-core|history|store|react-store)|use-sync-external-store)/ }],
        },
      },
      treeshake: { moduleSideEffects: [{ test: /packages\/trpc\/src\/contracts/, sideEffects: false }] },
    },
  },
});
