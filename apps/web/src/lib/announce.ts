let place: HTMLElement | undefined;

/** Has a screen reader read `text`, the same one twice as well. Open dialogs do not silence it. */
export function announce(text: string): void {
  place?.replaceChildren(text);
}

/**
 * Announces each new title, which is how a screen reader learns that there is another screen: a browser announces only pages
 * that it loads itself. The first title of a page is one of those.
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
