import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ahead } from './build/ahead.ts';
import { compress } from './build/compress.ts';
import { outline } from './build/outline.ts';
import { plainImports } from './build/plainImports.ts';
import { preload } from './build/preload.ts';
import { serviceWorker } from './build/serviceWorker.ts';

/** What every page needs lies in one file, what every signed-in page needs in a second: crumbs pack and load worse. */
const core = [
  'node_modules/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)/',
  'node_modules/@tanstack/(react-router|router-core|history|store|react-store)/',
  'web/src/(i18n|lib|theme)/(index|detect|useTranslation|viewer|failure|firstLook|loadApi|serviceWorker|syncExternalStore\\w*|useFailureText|useMedia|useTheme|chosenTheme|popups)\\.ts',
  'web/src/ui/(cx|Button|Field|TextField|Wordmark|NotFound|RouteFailure)\\.tsx?',
  'web/src/routes/[^?]+$',
  'web/src/features/\\w+/(loginSearch|userPosts|popular|homeFeed)\\.ts',
  'web/src/features/auth/(AuthPage|LoginScreen|LoginForm|LanguagePicker|GoogleButton|FormMessage|links|googlePopup|useGoogleSignIn|useLogin)\\.tsx?',
  'web/src/i18n/names\\.ts',
].join('|');
const app = [
  'node_modules/@tanstack/(query-core|react-query|virtual-core|react-virtual)/',
  'node_modules/(@trpc|lucide-react/dist/esm/(?!icons)|thumbhash)/',
  'web/src/(features/(shell|likes|comments)|lib)/(?!useDebounced|validate)',
  'node_modules/lucide-react/dist/esm/icons/(camera|map-pin|message-circle|heart)\\.',
  'web/src/features/(follows|users|posts/(?!PostPopup|PostViewer|captionParts\\.test))',
  'web/src/ui/(Avatar|EmptyState|ErrorState|IconButton|PagedList|Picture|SearchField|Skeleton|SkeletonList|thumbhash|times|toast|Toaster|useVirtualRows)',
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
    plainImports,
    preload,
    outline,
    ahead(),
    serviceWorker(),
    compress(),
  ],
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim(\/index\.js)?$/,
        replacement: fileURLToPath(new URL('src/lib/syncExternalStore.ts', import.meta.url)),
      },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: fileURLToPath(new URL('src/lib/syncExternalStoreSelector.ts', import.meta.url)),
      },
    ],
  },
  server: {
    port: 5173,
    proxy: { '^/(trpc|media|auth|exports|users|posts|healthz|readyz|openapi.json|docs)(/|$)': { target: api } },
  },
  build: {
    outDir: 'dist',
    target: 'esnext',
    // The policy of the server allows no data: fonts or fetches, so nothing is inlined.
    assetsInlineLimit: 0,
    // Lists of what belongs to each screen would weigh on the first load more than they save: nearly all lies in core and app.
    modulePreload: false,
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[name]-[hash:6].js',
        codeSplitting: {
          groups: [
            { name: 'core', test: new RegExp(core), priority: 2 },
            { name: 'app', test: new RegExp(app), priority: 1 },
          ],
        },
      },
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [{ test: /packages\/contracts\/src/, sideEffects: false }],
      },
    },
  },
});
