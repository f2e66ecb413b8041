import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './i18n/index.ts';
import { registerServiceWorker } from './lib/serviceWorker.ts';
import { router } from './router.ts';
import { followSystemTheme } from './theme/useTheme.ts';

followSystemTheme();
if (import.meta.env.PROD) registerServiceWorker();
// Loaded before it is drawn, a screen is one transition: React draws it in slices instead of in one long task.
await Promise.all([startI18n(), router.load()]);
startTransition(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
);
