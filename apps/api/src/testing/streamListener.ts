import { expect } from 'vitest';
import type { Person } from './testApp.ts';

interface Item {
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of an event is what it asserts
  data: any;
}

/** A client's stream, read event by event from the socket. */
export class StreamListener {
  readonly items: Item[] = [];
  readonly #stop = new AbortController();
  response: Response | undefined;
  ended = false;

  /** Opens a stream, and waits until it is ready; `url` has the path, `lastEventId` the position to continue after. */
  async open(url: string, { token }: Pick<Person, 'token'>, lastEventId?: string): Promise<this> {
    this.response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
      signal: this.#stop.signal,
    });
    this.#read(this.response.body as ReadableStream<Uint8Array>).catch(() => {
      this.ended = true;
    });
    await expect.poll(() => this.names).toContain('ready');
    return this;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id = ''] = /^id: (.*)$/m.exec(block) ?? [];
        const [, data] = /^data: (.+)$/m.exec(block) ?? [];
        if (data && !block.startsWith('event: ')) this.items.push({ id, data: JSON.parse(data) });
      }
    }
    this.ended = true;
  }

  get names(): string[] {
    return this.items.map(({ data }) => data.name);
  }

  of = (name: string) => this.items.filter(({ data }) => data.name === name).map(({ data }) => data);

  close = () => this.#stop.abort();
}
