import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { RouteFailure } from './ui/RouteFailure.tsx';

/** Creates the router. A function does this, so that loading this file and creating the router can run in separate tasks. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadDelay: 40,
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteFailure,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
