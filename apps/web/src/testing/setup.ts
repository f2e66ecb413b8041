import '../theme/index.css';
import { afterEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { changeServerBrand } from '../features/host/changeServerBrand.ts';
import { startI18n } from '../i18n/index.ts';
import { forgetViewer } from '../lib/member.ts';
import { deleteAllPictures } from '../lib/outbox/pictures.ts';

// Components that call the API without React's hooks get the client that answers from the test's table, too.
vi.mock('../lib/api.ts', async (original) => ({
  ...(await original<typeof import('../lib/api.ts')>()),
  api: (await import('./answers.ts')).api,
}));

// A test must find a toast on a slow machine, too.
vi.mock('../ui/toast.tsx', async (original) => {
  const module = await original<typeof import('../ui/toast.tsx')>();
  return {
    ...module,
    toast: (text, options) => module.toast(text, { ...options, durationMs: 600_000 }),
  } satisfies typeof module;
});

await startI18n();

afterEach(async () => {
  // Toasts outlive the page that they belong to.
  for (const close of document.querySelectorAll<HTMLElement>('[data-toast] [aria-label]')) close.click();
  await cleanup();
  changeServerBrand({ name: 'Kith', pictureUrl: null });
  // A test that logs in leaves the member of the page in memory, not in the storage alone.
  forgetViewer('deleted');
  localStorage.clear();
  sessionStorage.clear();
  await deleteAllPictures();
});
