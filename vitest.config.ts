import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { testBrowser } from './e2e/fixtures/browser.ts';
import { runsOnFleet, testsLong } from './scripts/test/extent.ts';

/** Journeys whose server needs settings or a mail server of its own, so that they cannot run on the servers of a fleet. */
const onOneServer = ['confirmEmail', 'federated', 'invitations', 'killed', 'login', 'publicPages'];

const exclude = [
  ...configDefaults.exclude,
  '**/*.component.test.tsx',
  ...(testsLong ? [] : ['**/*.long.test.ts']),
  ...(runsOnFleet ? onOneServer.map((name) => `e2e/journeys/${name}*.test.ts`) : []),
];

const longOps = 'e2e/ops/**/*.long.test.ts';

export default defineConfig({
  test: {
    // Tests wait for browsers, databases and processes, so three workers keep two cores busy.
    maxWorkers: 3,
    // These time-outs only end tests that hang, so they allow for a busy machine.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages/*,apps/{api,worker}}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude,
          globalSetup: 'scripts/test/databaseSetup.ts',
          env: { NODE_ENV: 'test' },
          // Test files of a worker share the modules that they load. What a test changes outside of its own server, it puts back.
          isolate: false,
          // A heap that begins large is collected less often.
          execArgv: ['--initial-old-space-size=512', '--max-semi-space-size=64'],
        },
      },
      {
        extends: true,
        // These tests replace what browsers provide, such as `fetch`, so each file has modules and globals of its own.
        test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], exclude, env: { NODE_ENV: 'test' } },
      },
      {
        root: 'apps/web',
        plugins: [react(), tailwindcss()],
        // Vite reloads the page, and the tests fail, when it meets a dependency for the first time. So the whole app is searched for
        // them beforehand, and icons, which come and go, are served as they are.
        optimizeDeps: { entries: ['src/**/*.{ts,tsx}'], exclude: ['lucide-react'] },
        test: {
          name: 'components',
          include: ['src/**/*.component.test.tsx'],
          setupFiles: `${import.meta.dirname}/apps/web/src/testing/setup.ts`,
          // All files run in one page, which loads the app's modules once. What a file leaves behind, `setupFiles` clears away.
          isolate: false,
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await testBrowser(),
              contextOptions: { locale: 'en-GB', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 860 },
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          exclude: [...exclude, longOps],
          globalSetup: ['e2e/fixtures/photoSetup.ts', 'e2e/fixtures/setup.ts'],
          // Test files of a worker share a browser. They can share modules, because what they change is in other processes.
          isolate: false,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'ops',
          include: testsLong ? [longOps] : [],
          globalSetup: 'e2e/fixtures/photoSetup.ts',
          // Each of these starts whole products and puts them under load, so they run last, one after the other.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          isolate: false,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
