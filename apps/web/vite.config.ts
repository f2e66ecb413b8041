import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.ts';
import { publicStyles } from './build/publicStyles.ts';
import { serviceWorker } from './build/serviceWorker.ts';
import { start } from './build/start.ts';

/** The scripts of screens that few members open, or seldom. */
const rarelyOpened =
  /\/(?:about|server\._|year\._year|moderation|terms|privacy|not-me|confirm|setusername|second-factor|SetUp|SettingsPopups)-/;

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    start(),
    publicStyles(),
    serviceWorker(),
    compress(),
  ],
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim(\/index\.js|\/with-selector(\.js)?)?$/,
        replacement: fileURLToPath(new URL('src/lib/syncExternalStore.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: 'dist',
    target: 'esnext',
    // The first load lists the files of every other screen, so that they load in parallel. The files of rarely opened screens are not
    // listed.
    modulePreload: { resolveDependencies: (file, files) => (rarelyOpened.test(file) ? [] : files) },
    // The server's CSP forbids data: URLs for fonts and fetches, so no file is inlined.
    assetsInlineLimit: 0,
    // The size in kB from which the build warns about a chunk. The largest chunk holds the names of all emoji in one language,
    // and is loaded by the emoji picker.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // Hides the warnings about slow plugins, because these plugins are known to be slow.
      checks: { bundlerTimings: false },
      // Inlines constants, such as the maximum lengths in the contracts package, so that importing one does not load zod.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // What every page loads.
            { name: 'core', tags: ['$initial'], priority: 2 },
            // What the frame of all screens for members and their first one, Home, import. Many small files would load slower.
            { name: 'app', test: /routes\/_app(?:\/home)?\.tsx\?tsr-split/, priority: 1 },
          ],
        },
      },
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [
          { test: /packages\/contracts\/src/, sideEffects: false },
          { test: /node_modules\/@trpc\/client/, sideEffects: false },
        ],
      },
    },
  },
});
