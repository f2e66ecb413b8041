import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/auth/legal.tsx';

export const Route = createFileRoute('/terms')({ component: () => <LegalPage topic="terms" /> });
