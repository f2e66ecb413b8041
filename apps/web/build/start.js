// Runs in the page's head before the first paint.
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
  const known = document.currentScript.dataset.ahead;
  if (!known) return;
  const { words, scripts, asks, pictures } = JSON.parse(known);
  const language = (read('i18nextLng') ?? navigator.language).slice(0, 2);
  fetchAhead({ rel: 'preload', as: 'fetch', href: words[language] ?? words.en });

  // Which outline stands in the page until the app draws itself.
  const screen = location.pathname.split('/')[1] || 'home';
  const viewer = read('loggedInUserId');
  const needed = scripts[screen];
  const outline = viewer && needed ? (asks[screen] ? screen : 'member') : 'visitor';
  if (needed || /^(?:login|signup|setusername|resetpassword)$/.test(screen))
    document.documentElement.dataset.outline = outline;

  // A member comes back: the scripts of the screen and what it will ask for come beside the first script, not after it.
  if (!viewer || !needed) return;
  for (const href of needed) fetchAhead({ rel: 'modulepreload', href, fetchPriority: 'low' });
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
      fetchAhead({
        rel: 'preload',
        as: 'image',
        imageSrcset,
        imageSizes: sizes,
        fetchPriority: 'high',
        crossOrigin: null,
      });
    }
  };
  // What fails here is asked for again by the screen, which says so.
  for (const [path, answer] of early) (path === asks.all ? answer : showAhead(answer)).catch(() => undefined);
})();
