import './theme/index.css';

/** Two frames, in which the page's outline is painted; nobody waits for them where nothing is painted. */
const painted = new Promise<unknown>((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(resolve));
  setTimeout(resolve, document.hidden ? 0 : 100);
});

await painted;
await import('./main.tsx');
