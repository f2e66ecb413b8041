import '../theme/index.css';
import { afterEach, vi } from 'vitest';
import { startI18n } from '../i18n/index.ts';
import { queryClient } from '../lib/trpc.ts';

// Components that call the API without React's hooks get the client that answers from the test's table, too.
vi.mock('../lib/api.ts', async (original) => ({
  ...(await original<typeof import('../lib/api.ts')>()),
  api: (await import('./answers.ts')).api,
}));

await startI18n();

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
});
