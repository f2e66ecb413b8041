import '../theme/index.css';
import { afterEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { startI18n } from '../i18n/index.ts';
import { deleteAllPictures } from '../lib/outbox/pictures.ts';

// Components that call the API without React's hooks get the client that answers from the test's table, too.
vi.mock('../lib/api.ts', async (original) => ({
  ...(await original<typeof import('../lib/api.ts')>()),
  api: (await import('./answers.ts')).api,
}));

await startI18n();

afterEach(async () => {
  // Toasts outlive the page that they belong to.
  for (const close of document.querySelectorAll<HTMLElement>('[data-toast] [aria-label]')) close.click();
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  await deleteAllPictures();
});
