import { createFileRoute } from '@tanstack/react-router';
import { AboutPage } from '../features/auth/AboutPage.tsx';

export const Route = createFileRoute('/about')({ component: AboutPage });
