import './theme/index.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './i18n/index.ts';
import { registerServiceWorker } from './lib/serviceWorker.ts';
import { someoneWasHere } from './lib/viewer.ts';
import { router } from './router.ts';
import { followSystemTheme } from './theme/useTheme.ts';

// A member most likely comes back signed in: what the guard needs is fetched beside the words.
if (someoneWasHere())
  void import('./lib/session.ts').then(
    ({ loadSession }) => loadSession(),
    () => undefined,
  );

followSystemTheme();
if (import.meta.env.PROD) registerServiceWorker();
await startI18n();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
