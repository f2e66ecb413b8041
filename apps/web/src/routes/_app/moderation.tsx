import { createFileRoute } from '@tanstack/react-router';
import { ModerationScreen } from '../../features/moderation/ModerationScreen.tsx';

export const Route = createFileRoute('/_app/moderation')({ component: ModerationScreen });
