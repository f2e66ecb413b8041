import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/RouteFailure.tsx';

export const Route = createFileRoute('/404')({ component: NotFound });
