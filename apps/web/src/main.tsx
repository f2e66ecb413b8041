import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './i18n/index.ts';
import { registerServiceWorker } from './lib/serviceWorker.ts';
import { router } from './router.ts';
import { followSystemTheme } from './theme/useTheme.ts';

/** What waits may go first: taps, and what is to be painted. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

followSystemTheme();
if (import.meta.env.PROD) registerServiceWorker();
await turn();
const words = startI18n();
await turn();
// Loaded before it is drawn, a screen is one transition: React draws it in slices instead of in one long task.
await Promise.all([words, router.load()]);
startTransition(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
);
