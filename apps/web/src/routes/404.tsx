import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../ui/NotFound.tsx';

export const Route = createFileRoute('/404')({ component: NotFound });
