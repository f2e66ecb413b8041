import './theme/index.css';

// The app's scripts will occupy the main thread, so this waits until the browser has painted what the inline start script
// draws.
await globalThis.kithAhead?.drawn;
await import('./bootstrap.tsx');
