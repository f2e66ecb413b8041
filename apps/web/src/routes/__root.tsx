import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router';

/** Loaded on demand, because static imports are part of every first load. */
const NotFound = lazyRouteComponent(() => import('../ui/NotFound.tsx'), 'NotFound');

export const Route = createRootRoute({ notFoundComponent: NotFound });
