import './theme/index.css';

// The app's scripts will occupy the main thread, so they are loaded only after the browser has painted what the inline start
// script draws.
await globalThis.kithStart?.drawn;
await import('./bootstrap.tsx');
