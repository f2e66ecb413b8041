/** How long no request is sent to a host that could not be reached, in milliseconds. */
const pauseMs = 30_000;

/** The maximum number of remembered hosts; the ones that failed first are evicted. */
const maxHosts = 1_000;

/**
 * Remembers hosts that could not be connected to, so that requests to these hosts do not delay requests to other hosts. The port
 * is part of the key: a closed port of a service does not block its other ports.
 */
export class FailingHosts {
  readonly #until = new Map<string, number>();

  /** Seconds until the host may be tried again; null if it may be tried now. */
  wait(host: string): number | null {
    const left = (this.#until.get(host) ?? 0) - performance.now();
    if (left > 0) return Math.ceil(left / 1_000);
    this.#until.delete(host);
    return null;
  }

  failed(host: string): void {
    this.#until.delete(host);
    this.#until.set(host, performance.now() + pauseMs);
    const [oldest] = this.#until.keys();
    if (this.#until.size > maxHosts && oldest !== undefined) this.#until.delete(oldest);
  }
}
