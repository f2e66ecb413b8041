// Where a sign-in popup lands: tells the page that began it where to go on, and closes. When no page hears it, because
// the sign-in took the whole window, it goes on itself.
(() => {
  const asked = new URLSearchParams(location.search).get('next') ?? '/';
  const target = URL.canParse(asked, location.href) ? new URL(asked, location.href) : null;
  const next = target?.origin === location.origin ? target.href : '/';
  // A window that the provider cut off from its opener may not close itself.
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
