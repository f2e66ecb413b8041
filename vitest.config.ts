import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from './scripts/test/leftOut.ts';

const exclude = [...configDefaults.exclude, ...leftOut().map(({ file }) => file)];

export default defineConfig({
  test: {
    maxWorkers: 2,
    // For what hangs. What a test awaits crosses processes, and two cores may be busy with ten other things.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Processes, sockets and browsers share two cores here. What passes only when it is retried is listed at the end of `npm test`.
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
      // Each waits a good part of its time for browsers and processes: three at once keep two cores busy.
      ...[
        { name: 'journeys', include: ['e2e/journeys/**/*.test.ts'], maxWorkers: 2 },
        { name: 'processes', include: ['e2e/{engines,ops}/**/*.test.ts'], maxWorkers: 1 },
      ].map((each) => ({
        extends: true as const,
        test: {
          ...each,
          exclude,
          globalSetup: 'e2e/fixtures/setup.ts',
          // Their state is in browsers and processes. Playwright and a browser are loaded once for all files of a worker.
          isolate: false,
          testTimeout: 90_000,
        },
      })),
    ],
  },
});
