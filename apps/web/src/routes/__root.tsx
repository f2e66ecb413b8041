import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/RouteFailure.tsx';

export const Route = createRootRoute({ notFoundComponent: NotFound });
