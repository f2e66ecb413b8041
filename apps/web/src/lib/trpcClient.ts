/*
 * Calls in the form of tRPC's own links, which are five times as large: queries by GET and mutations by POST, those of one moment in one
 * request. trpcClient.test.ts compares what both send and make of the answers.
 */

type Type = 'query' | 'mutation';

interface Call {
  path: string;
  input: unknown;
  settle: (answer: unknown) => void;
  fail: (error: unknown) => void;
}

interface Options {
  url: string;
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** Paths that are not batched. */
  alone: ReadonlySet<string>;
  /** Calls in one request. */
  most: number;
}

interface Answer {
  result?: { data?: unknown };
  error?: { message: string; data?: unknown };
}

/** A failure named by the server; without `data` there was no answer, or none of the server's. */
function failureFrom(message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { name: 'TRPCClientError', data });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function take({ settle, fail }: Call, answer: Answer | undefined): void {
  if (answer?.result) settle(answer.result.data);
  else fail(failureFrom(answer?.error?.message ?? 'Missing result', answer?.error?.data));
}

/** The form of an address or a body: one input, or those of a batch by their position. */
function requestOf(url: string, type: Type, calls: readonly Call[], batched: boolean): [string, RequestInit?] {
  const paths = calls.map(({ path }) => path).join(',');
  const input = batched ? Object.fromEntries(calls.map((call, index) => [index, call.input])) : calls[0]?.input;
  const text = JSON.stringify(input);
  const query = new URLSearchParams(batched ? { batch: '1' } : {});
  if (type === 'query' && text !== undefined) query.set('input', text);
  const address = `${url}/${paths}${query.size ? `?${query}` : ''}`;
  if (type === 'query') return [address];
  return [address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text ?? null }];
}

export function createClient({ url, fetch, alone, most }: Options): unknown {
  const waiting: Record<Type, Call[]> = { query: [], mutation: [] };

  async function send(type: Type, calls: Call[], batched: boolean): Promise<void> {
    try {
      const response = await fetch(...requestOf(url, type, calls, batched));
      const body = (await response.json()) as Answer | Answer[];
      // One answer to a whole batch is a refusal of all its calls.
      for (const [index, call] of calls.entries()) take(call, Array.isArray(body) ? body[index] : body);
    } catch (error) {
      for (const { fail } of calls) fail(failureFrom(messageOf(error)));
    }
  }

  function flush(type: Type): void {
    const calls = waiting[type].splice(0);
    for (let from = 0; from < calls.length; from += most) void send(type, calls.slice(from, from + most), true);
  }

  const call = (type: Type, path: string, input: unknown) =>
    new Promise((settle, fail) => {
      const made = { path, input, settle, fail };
      if (alone.has(path)) void send(type, [made], false);
      else if (waiting[type].push(made) === 1) setTimeout(() => flush(type));
    });

  const at = (path: string): object =>
    new Proxy(() => undefined, {
      get: (_, name) => (typeof name === 'string' && name !== 'then' ? at(path ? `${path}.${name}` : name) : undefined),
      apply: (_, __, [input]) => {
        const end = path.lastIndexOf('.');
        return call(path.slice(end + 1) === 'mutate' ? 'mutation' : 'query', path.slice(0, end), input);
      },
    });
  return at('');
}
