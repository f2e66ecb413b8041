// Where a sign-in popup lands: tells the page that opened it where to go on, and closes. When no page hears it, because
// the sign-in took the whole window, it goes on itself.
(() => {
  const asked = new URLSearchParams(location.search).get('next') ?? '/';
  const target = URL.canParse(asked, location.href) ? new URL(asked, location.href) : null;
  const next = target?.origin === location.origin ? target.href : '/';
  const goOn = () => location.replace(next);
  const alone = setTimeout(goOn, 600);
  const channel = new BroadcastChannel('kith-sign-in');
  channel.onmessage = ({ data }) => {
    if (data !== 'heard') return;
    clearTimeout(alone);
    close();
    setTimeout(goOn, 1500);
  };
  channel.postMessage({ next });
})();
