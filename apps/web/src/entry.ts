import './theme/index.css';

// Waits until the inline start script's content is painted, because the app's scripts will occupy the main thread.
await globalThis.kithAhead?.drawn;
await import('./bootstrap.tsx');
