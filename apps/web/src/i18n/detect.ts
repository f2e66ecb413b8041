export const languageKey = 'i18nextLng';

const stored = (storage: () => Storage): string | null => {
  try {
    return storage().getItem(languageKey);
  } catch {
    return null;
  }
};

const cookie = (): string | undefined => /(?:^|; )i18next=([^;]*)/.exec(document.cookie)?.[1];

/** Returns the language in the address, such as `?lng=pl`, which counts as the reader's choice. */
export const languageInAddress = (): string | null => new URLSearchParams(location.search).get('lng');

/** The languages to try, in order: query string, cookie, local storage, session storage, browser, page. */
const preferences = (): (string | null | undefined)[] => [
  languageInAddress(),
  cookie(),
  stored(() => localStorage),
  stored(() => sessionStorage),
  ...navigator.languages,
  document.documentElement.lang,
];

export function detectLanguage<L extends string>(known: readonly L[], fallback: L): L {
  for (const preferred of preferences()) {
    const found = known.find((language) => language === preferred?.toLowerCase().split(/[-_]/)[0]);
    if (found) return found;
  }
  return fallback;
}

export function storeLanguage(language: string): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // Without storage, the next visit uses the browser's language.
  }
}
