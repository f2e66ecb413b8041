import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { RouteFailure } from './ui/RouteFailure.tsx';

/** Creates the router. It is not created when this file is loaded, so that both happen in tasks of their own. */
export const startRouter = () =>
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
    router: ReturnType<typeof startRouter>;
  }
}
