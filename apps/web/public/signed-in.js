// The page at which a sign-in popup ends: tells the page that opened it where to continue, and closes. If no page answers, because
// the sign-in used the whole window, it continues itself.
(() => {
  const asked = new URLSearchParams(location.search).get('next') ?? '/';
  const target = URL.canParse(asked, location.href) ? new URL(asked, location.href) : null;
  const next = target?.origin === location.origin ? target.href : '/';
  // A window that the provider severed from its opener may not be able to close itself.
  const sayDone = () => {
    const said = [...document.querySelectorAll('p[lang]')];
    const language = (localStorage.getItem('i18nextLng') ?? navigator.language).slice(0, 2);
    (said.find(({ lang }) => lang === language) ?? said[0]).hidden = false;
  };
  const alone = setTimeout(() => location.replace(next), 600);
  const channel = new BroadcastChannel('kith-sign-in');
  channel.onmessage = ({ data }) => {
    if (data !== 'heard') return;
    clearTimeout(alone);
    close();
    setTimeout(sayDone, 400);
  };
  channel.postMessage({ next });
})();
