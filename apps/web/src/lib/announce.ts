let place: HTMLElement | undefined;

/** Announces `text` to screen readers, even if it is the same as before. An open dialog does not silence it. */
export function announce(text: string): void {
  place?.replaceChildren(text);
}

/**
 * Announces each new page title to screen readers. Browsers announce only a page that they load themselves, not a new screen of
 * this app.
 */
export function announceTitles(): void {
  place = document.createElement('p');
  place.role = 'status';
  place.ariaLive = 'polite';
  place.className = 'sr-only';
  document.body.append(place);
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
