import './theme/index.css';
import { painted } from './start/painted.ts';

// What the page can show by itself is painted before the app's scripts occupy the main thread.
await (globalThis.kithAhead?.drawn ?? painted());
await import('./bootstrap.tsx');
