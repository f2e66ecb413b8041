import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/NotFound.tsx';

export const Route = createRootRoute({ notFoundComponent: NotFound });
