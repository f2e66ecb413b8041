let place: HTMLElement | undefined;

/** Announces `text` to screen readers, also the same one twice. Open dialogs do not silence it. */
export function announce(text: string): void {
  place?.replaceChildren(text);
}

/**
 * Announces each new title, by which screen readers learn of another screen: browsers announce only pages that they load
 * themselves, such as the first one.
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
