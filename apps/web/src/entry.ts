import './theme/index.css';
import { painted } from './start/painted.ts';

// Waits until the inline start script's content is painted, because the app's scripts will occupy the main thread.
await (globalThis.kithAhead?.drawn ?? painted());
await import('./bootstrap.tsx');
