import { createFileRoute } from '@tanstack/react-router';
import { BrowseScreen } from '../../features/browse/BrowseScreen.tsx';

export const Route = createFileRoute('/_app/browser')({ component: BrowseScreen });
