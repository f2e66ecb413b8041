import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { testBrowser } from './e2e/fixtures/browser.ts';
import { excludedTests } from './scripts/test/excludedTests.ts';

const exclude = [...configDefaults.exclude, '**/*.component.test.tsx', ...excludedTests().map(({ file }) => file)];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // These time-outs are long, because tests wait for other processes on busy machines. They only have to end tests that hang.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // A test may fail because the machine is busy, so it is retried once. `npm test` lists tests that passed only when retried.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude,
          globalSetup: 'scripts/test/databaseSetup.ts',
          env: { NODE_ENV: 'test' },
        },
      },
      {
        plugins: [react(), tailwindcss()],
        root: 'apps/web',
        test: {
          name: 'components',
          include: ['src/**/*.component.test.tsx'],
          setupFiles: 'src/testing/setup.ts',
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await testBrowser() }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 860 },
          },
        },
      },
      // The tests of these projects often wait for browsers and processes, so three workers in total keep two cores busy.
      ...[
        { name: 'journeys', include: ['e2e/journeys/**/*.test.ts'], maxWorkers: 2 },
        { name: 'processes', include: ['e2e/{engines,ops}/**/*.test.ts'], maxWorkers: 1 },
      ].map((each) => ({
        extends: true as const,
        test: {
          ...each,
          exclude,
          globalSetup: 'e2e/fixtures/setup.ts',
          // Without isolation, Playwright and a browser are loaded once for all test files of a worker. Test files can share
          // modules, because the state of the tests is in browsers and other processes.
          isolate: false,
          testTimeout: 300_000,
        },
      })),
    ],
  },
});
