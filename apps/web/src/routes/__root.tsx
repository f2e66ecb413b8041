import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router';

/** The 404 page is loaded on demand, because static imports of this file are part of every first load. */
const NotFound = lazyRouteComponent(() => import('../ui/NotFound.tsx'), 'NotFound');

export const Route = createRootRoute({ notFoundComponent: NotFound });
