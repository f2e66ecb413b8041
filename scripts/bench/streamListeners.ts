import { join } from 'node:path';
import { type Measured, startProcess } from './process.ts';
import type { Answer, Report, Request } from './streamListener.ts';

/** An open live stream of a member. */
export interface Open {
  userId: number;
  streamId: string;
}

/**
 * The number of listening processes. A single process would be busy with one event when the next arrives, and the wait would
 * count as Kith's delay.
 */
const processes = 4;

/** Opens live streams in separate processes, which record the arrival of each chunk of data and parse it later. */
export class StreamListeners {
  readonly #port: number;
  readonly #children: Measured[];

  private constructor(origin: string, children: Measured[]) {
    this.#port = Number(new URL(origin).port);
    this.#children = children;
  }

  static async start(origin: string): Promise<StreamListeners> {
    const script = join(import.meta.dirname, 'streamListener.ts');
    return new StreamListeners(
      origin,
      await Promise.all(Array.from({ length: processes }, () => startProcess(script, process.env))),
    );
  }

  #ask<T extends Answer>(index: number, request: Request): Promise<T> {
    return (this.#children[index % processes] as Measured).ask<T>(request);
  }

  /** Opens a live stream for each of these members, 50 at a time. */
  async open(userIds: number[]): Promise<Open[]> {
    const opened: Open[] = [];
    for (let from = 0; from < userIds.length; from += 50) {
      const members = userIds.slice(from, from + 50);
      const { streamIds } = await this.#ask<{ streamIds: [number, string][] }>(from / 50, {
        members,
        port: this.#port,
      });
      opened.push(...streamIds.map(([userId, streamId]) => ({ userId, streamId })));
    }
    return opened;
  }

  /** Returns what has arrived in all streams since the last call. */
  async received(): Promise<Report> {
    const reports = await Promise.all(this.#children.map((_, index) => this.#ask<Report>(index, { report: true })));
    return {
      received: reports.flatMap(({ received }) => received),
      open: reports.reduce((sum, { open }) => sum + open, 0),
      worstStall: Math.max(...reports.map(({ worstStall }) => worstStall)),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.stop()));
  }
}
