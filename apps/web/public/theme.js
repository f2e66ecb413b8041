// Runs before the first paint, so the page never flashes in the other theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('kith.theme');
  } catch {}
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
