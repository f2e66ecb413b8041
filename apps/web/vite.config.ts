import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { ahead } from './build/ahead.ts';
import { compress } from './build/compress.ts';
import { outline, preload } from './build/page.ts';
import { serviceWorker } from './build/serviceWorker.ts';

/**
 * The modules of two large chunks: `core` for every page, `app` for signed-in pages. Many small files would compress and load
 * worse.
 */
const core = [
  'node_modules/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store)/',
  'node_modules/@tanstack/(react-router|router-core|history|store|react-store)/',
  'web/src/(i18n/(index|detect)|theme/chosenTheme|lib/(announce|viewer|failure|loadApi|syncExternalStore|popupSearch|nextTask))\\.ts',
  'web/src/ui/(cx|Button|Wordmark|RouteFailure)\\.tsx?',
  'web/src/(router\\.ts|routes/[^?]+)$',
  'web/src/features/auth/loginSearch\\.ts',
].join('|');
const app = [
  'node_modules/@tanstack/(query-core|react-query)/',
  'node_modules/(@trpc|lucide-react/dist/esm/(?!icons)|thumbhash)/',
  'web/src/(features/(shell|likes|comments|follows|users)|lib)/(?!useDebounced|FollowRequests|LikersDialog|CommentCompletions|followCache|FollowButton|PeopleList|PeoplePages|CommentList|Thread|Replies|Comment\\.|CommentLike|CommentMenu|CommentEditor|deleteComment|AccountMenu|MemberSuggestions|push\\.|shared\\.|storedReplies|storedQueries|copyText|outbox/useStored|offlineStorage\\.|upload)',
  'node_modules/lucide-react/dist/esm/icons/(bell|camera|check|lock|map-pin|message-circle|heart|users-round)\\.',
  'web/src/features/posts/(?!PostMenu|PostPopup|PostArticle|PostGone|usePost|PictureViewer|captionParts\\.test)',
  'web/src/ui/(Avatar|States|IconButton|PagedList|Picture|SearchField|Skeleton|toast|Rows|useRows|Optional)',
].join('|');

/** The modules of the log-in page, which visitors see first. They form one chunk. */
const login =
  'web/src/(features/auth/(AuthPage|LoginScreen|LoginForm|Showcase|googleWindow|chosen)|ui/(Password)?Field|routes/login)\\.tsx?';

/**
 * The modules of further chunks, which several screens share. Without these groups the list of chats would load a chunk for
 * almost every one of these modules.
 */
const shared = {
  // Loaded when a text field is focused.
  completions:
    'web/src/(features/comments/CommentCompletions|features/composer/(Completions|useCompletion|words)|lib/useDebounced)\\.',
  // Loaded for the first follow button, or when the browser is idle.
  follow: 'web/src/features/follows/(FollowButton|followCache)|lucide-react/dist/esm/icons/user-minus\\.',
  // Loaded with the chats, and on other screens in the background, for messages that arrive there.
  chats:
    'web/src/(features/messages/(chat|message|live|list/(listCache|mergeChats|useChatList|GroupAvatar)|conversation/(messageCache|messageChanges|sendPicture|useOpenChat|muteChat))|lib/outbox/useStoredPicture)\\.',
  personMenu:
    'web/src/(ui/MoreMenu|features/blocks/(PersonMenu|blockCache))|lucide-react/dist/esm/icons/(ban|flag|bell-off)\\.',
  pictures:
    'web/src/(features/composer/useChosenPictures|lib/upload|ui/TextArea)|lucide-react/dist/esm/icons/image-plus\\.',
};

/** Replaces Vite's wrapper of dynamic imports, which is not needed: the app has one stylesheet and no preload lists. */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};

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
        find: /^use-sync-external-store\/shim(\/index\.js|\/with-selector(\.js)?)?$/,
        replacement: fileURLToPath(new URL('src/lib/syncExternalStore.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: 'dist',
    target: 'esnext',
    // The server's CSP forbids data: URLs for fonts and fetches, so no file is inlined.
    assetsInlineLimit: 0,
    // The size in kB from which the build warns about a chunk. The largest chunk holds the names of all emoji in one language,
    // and is loaded by the emoji picker.
    chunkSizeWarningLimit: 900,
    // With preload lists, Vite would list each screen's chunks in the entry file. That makes the first load larger and gains
    // little, because nearly all code is in the chunks `core` and `app`.
    modulePreload: false,
    rolldownOptions: {
      // These warnings say which plugins take long, also where that is known and nothing is to be done.
      checks: { bundlerTimings: false },
      // Inlines constants, such as the maximum lengths in the contracts package, so that importing one does not load zod.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // This chunk is separate from `core`, because the entry imports it and must not wait for `core`.
            { name: 'load', test: /vite\/preload-helper/, priority: 3 },
            { name: 'core', test: new RegExp(core), priority: 2 },
            { name: 'app', test: new RegExp(app), priority: 1 },
            { name: 'login', test: new RegExp(login) },
            ...Object.entries(shared).map(([name, modules]) => ({ name, test: new RegExp(modules) })),
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
