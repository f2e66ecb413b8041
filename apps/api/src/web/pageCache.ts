/** A rendered page in the cache. */
export interface CachedPage {
  body: string;
  type: string;
  etag: string;
  /** When the page expires, by `performance.now()`. */
  until: number;
}

/** The maximum size of all cached pages, in characters; a page of twenty long posts has a few hundred thousand. */
const maxCharacters = 16_000_000;

/** A cache of the newest rendered pages, bounded by their total size. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  #size = 0;

  get(name: string, now: number): CachedPage | undefined {
    const page = this.#pages.get(name);
    return page && page.until > now ? page : undefined;
  }

  set(name: string, page: CachedPage): void {
    this.#drop(name);
    this.#pages.set(name, page);
    this.#size += name.length + page.body.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#size <= maxCharacters) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    const page = this.#pages.get(name);
    if (!page) return;
    this.#pages.delete(name);
    this.#size -= name.length + page.body.length;
  }
}
