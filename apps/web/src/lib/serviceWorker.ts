/** Lets the app open without a connection; a browser that has no service workers, or none for this origin, goes without. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // It fetches the whole app, which must not be in the way of the first screen.
  const later = () => void setTimeout(register, 3_000);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
