import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, Tale, Told } from './ear.ts';

/** A member's stream. */
export interface Open {
  userId: number;
  streamId: string;
}

/** How many processes listen. One alone would be busy with the last event when the next comes, and count that as Kith's. */
const processes = 4;

/** Members' streams, held by small processes of their own, which write down when each byte comes and read it later. */
export class Ears {
  readonly #port: number;
  readonly #children: ChildProcess[];

  constructor(origin: string) {
    this.#port = Number(new URL(origin).port);
    this.#children = Array.from({ length: processes }, () =>
      fork(join(import.meta.dirname, 'ear.ts'), { serialization: 'advanced' }),
    );
  }

  async #ask<T extends Told>(index: number, asked: Asked): Promise<T> {
    const child = this.#children[index % processes] as ChildProcess;
    child.send(asked);
    const [told] = await once(child, 'message');
    return told as T;
  }

  /** Opens these members' streams, 50 at a time; `opened` hears of every 50. */
  async open(userIds: number[], opened: (open: number) => void = () => {}): Promise<Open[]> {
    const open: Open[] = [];
    for (let from = 0; from < userIds.length; from += 50) {
      const asked = { open: userIds.slice(from, from + 50), port: this.#port };
      const { streamIds } = await this.#ask<{ streamIds: [number, string][] }>(from / 50, asked);
      open.push(...streamIds.map(([userId, streamId]) => ({ userId, streamId })));
      opened(open.length);
    }
    return open;
  }

  /** What came since the last time. */
  async told(): Promise<Tale> {
    const tales = await Promise.all(this.#children.map((_, index) => this.#ask<Tale>(index, { tell: true })));
    return {
      heard: tales.flatMap(({ heard }) => heard),
      held: tales.reduce((sum, { held }) => sum + held, 0),
      worstStall: Math.max(...tales.map(({ worstStall }) => worstStall)),
      stallP99: Math.max(...tales.map(({ stallP99 }) => stallP99)),
    };
  }

  close(): void {
    for (const child of this.#children) child.disconnect();
  }
}
