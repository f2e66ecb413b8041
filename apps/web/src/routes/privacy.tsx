import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/auth/legal.tsx';

export const Route = createFileRoute('/privacy')({ component: () => <LegalPage topic="policy" /> });
