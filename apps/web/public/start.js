// Runs before the first paint.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // The page never flashes in the other theme.
  const chosen = read('kith.theme');
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  const fetchAhead = (attributes) =>
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...attributes }));
  const { words = {}, scripts = {}, asks = {}, pictures = {} } = JSON.parse(document.currentScript.dataset.ahead ?? '{}');
  const language = (read('i18nextLng') ?? navigator.language).slice(0, 2);
  const texts = words[language] ?? words.en;
  if (texts) fetchAhead({ rel: 'preload', as: 'fetch', href: texts });

  // A member comes back: the scripts of the screen and what it will ask for come beside the first script, not after it.
  const viewer = read('loggedInUserId');
  const screen = location.pathname.split('/')[1] || 'home';
  if (!viewer || !scripts[screen]) return;
  for (const href of scripts[screen]) fetchAhead({ rel: 'modulepreload', href });
  const early = new Map();
  for (const ask of [asks.all, asks[screen]]) {
    const path = ask?.replace('-1', viewer);
    if (path) early.set(path, fetch(path));
  }
  globalThis.kithAhead = early;

  const showAhead = async (answer) => {
    const { count, sizes } = pictures[screen];
    const { result } = await (await answer).clone().json();
    for (const { image } of result.data.items.slice(0, count)) {
      if (image?.status !== 'ready') continue;
      const imageSrcset = image.widths.map((width) => `${image.url}/${width}.webp ${width}w`).join();
      fetchAhead({ rel: 'preload', as: 'image', imageSrcset, imageSizes: sizes, fetchPriority: 'high', crossOrigin: null });
    }
  };
  // What fails here is asked for again by the screen, which says so.
  for (const [path, answer] of early) (path === asks.all ? answer : showAhead(answer)).catch(() => undefined);
})();
