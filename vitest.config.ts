import { configDefaults, defineConfig } from 'vitest/config';
import { excludedTests } from './scripts/test/excludedTests.ts';

const exclude = [...configDefaults.exclude, ...excludedTests().map(({ file }) => file)];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // The time-outs only end hanging tests: a test waits for other processes, while two cores may be busy with ten other things.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Processes, sockets and browsers share two cores here. The end of `npm test` lists the tests that passed only when retried.
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
      // Each project waits a good part of its time for browsers and processes: three workers at once keep two cores busy.
      ...[
        { name: 'journeys', include: ['e2e/journeys/**/*.test.ts'], maxWorkers: 2 },
        { name: 'processes', include: ['e2e/{engines,ops}/**/*.test.ts'], maxWorkers: 1 },
      ].map((each) => ({
        extends: true as const,
        test: {
          ...each,
          exclude,
          globalSetup: 'e2e/fixtures/setup.ts',
          // The tests' state is in browsers and processes. Playwright and a browser are loaded once for all files of a worker.
          isolate: false,
          testTimeout: 90_000,
        },
      })),
    ],
  },
});
