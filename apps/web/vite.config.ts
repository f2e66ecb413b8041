import { fileURLToPath } from 'node:url';
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

/** What every page needs lies in one file, what every signed-in page needs in a second: crumbs pack and load worse. */
const core = [
  'node_modules/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)/',
  'node_modules/@tanstack/(react-router|router-core|history|store|react-store)/',
  'web/src/(i18n|lib|theme)/(index|detect|useTranslation|viewer|failure|loadApi|useFailureText|useMedia|useTheme|popups)\\.ts',
  'web/src/ui/(cx|Button|Field|TextField|Wordmark|NotFound|RouteFailure)\\.tsx?',
  'web/src/routes/[^?]+$',
  'web/src/features/\\w+/(loginSearch|userPosts|popular|homeFeed)\\.ts',
].join('|');
const app = [
  'node_modules/@tanstack/(query-core|react-query|virtual-core|react-virtual)/',
  'node_modules/(@trpc|lucide-react/dist/esm/(?!icons)|thumbhash)/',
  'web/src/(features/(shell|likes|comments)|lib)/(?!useDebounced|validate)',
  'web/src/ui/(Avatar|EmptyState|ErrorState|IconButton|PagedList|Picture|Skeleton|SkeletonList|toast|Toaster|useVirtualRows)',
].join('|');

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    preloadFont,
  ],
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?$/,
        replacement: fileURLToPath(new URL('src/lib/syncExternalStore.ts', import.meta.url)),
      },
    ],
  },
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
        codeSplitting: {
          groups: [
            { name: 'core', test: new RegExp(core), priority: 2 },
            { name: 'app', test: new RegExp(app), priority: 1 },
          ],
        },
      },
      treeshake: { moduleSideEffects: [{ test: /packages\/trpc\/src\/contracts/, sideEffects: false }] },
    },
  },
});
