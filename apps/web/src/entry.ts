import './theme/index.css';

// Waits until what the inline start script draws is painted, because the app's scripts will occupy the main thread.
await globalThis.kithAhead?.drawn;
await import('./bootstrap.tsx');
