import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router';

/** Fetched where it is needed: what stands here comes with every first load. */
const NotFound = lazyRouteComponent(() => import('../ui/NotFound.tsx'), 'NotFound');

export const Route = createRootRoute({ notFoundComponent: NotFound });
