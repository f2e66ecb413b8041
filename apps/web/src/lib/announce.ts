let liveRegion: HTMLElement | undefined;

/** Announces `text` to screen readers, even if the previous announcement was the same, and even while a dialog is open. */
export function announce(text: string): void {
  liveRegion?.replaceChildren(text);
}

/**
 * Announces each new page title to screen readers. Browsers announce the title only of a page that they load, not of another
 * screen of this app.
 */
export function announceTitles(): void {
  liveRegion = document.createElement('p');
  liveRegion.role = 'status';
  liveRegion.ariaLive = 'polite';
  liveRegion.className = 'sr-only';
  document.body.append(liveRegion);
  let last = document.title;
  let loaded = false;
  new MutationObserver(() => {
    const { title } = document;
    if (!title || title === last) return;
    last = title;
    if (loaded) announce(title);
    loaded = true;
  }).observe(document.head, { childList: true, subtree: true, characterData: true });
}
