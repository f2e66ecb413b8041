/** How long a host that could not be reached is not tried, in milliseconds. */
const pause = 30_000;

/** Hosts that are remembered; of more, the ones that failed first are forgotten. */
const most = 1_000;

/**
 * Hosts to which no connection came about, so that pushes to them take no time from those to others. A host counts with its
 * port: whoever names a closed port of another's service keeps nobody from that service.
 */
export class FailingHosts {
  readonly #until = new Map<string, number>();

  /** Seconds until the host may be tried; null when it may be now. */
  wait(host: string): number | null {
    const left = (this.#until.get(host) ?? 0) - performance.now();
    if (left > 0) return Math.ceil(left / 1_000);
    this.#until.delete(host);
    return null;
  }

  failed(host: string): void {
    this.#until.delete(host);
    this.#until.set(host, performance.now() + pause);
    const [oldest] = this.#until.keys();
    if (this.#until.size > most && oldest !== undefined) this.#until.delete(oldest);
  }
}
