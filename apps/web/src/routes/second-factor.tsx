import { createFileRoute } from '@tanstack/react-router';
import { SecondFactorScreen } from '../features/auth/SecondFactorScreen.tsx';

export const Route = createFileRoute('/second-factor')({ component: SecondFactorScreen });
