/** A page as it is sent, for a while. */
export interface Kept {
  body: string;
  type: string;
  etag: string;
  /** On the clock of `performance.now()`. */
  until: number;
}

/** All that is kept, in characters; a page of twenty long posts has some hundred thousand. */
const most = 16_000_000;

/** The pages that were made last, bounded by their size together. */
export class KeptPages {
  readonly #pages = new Map<string, Kept>();
  #size = 0;

  get(name: string, now: number): Kept | undefined {
    const page = this.#pages.get(name);
    return page && page.until > now ? page : undefined;
  }

  set(name: string, page: Kept): void {
    this.#drop(name);
    this.#pages.set(name, page);
    this.#size += name.length + page.body.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#size <= most) break;
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
