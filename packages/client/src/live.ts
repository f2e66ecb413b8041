import { EventSourceParserStream } from 'eventsource-parser/stream';

/** The server's refusal of a request: the fields of the error response. */
export interface Refused {
  status: number;
  code: string;
  message: string;
}

export interface LiveOptions<Event> {
  onEvent(event: Event): void;
  /** Called with `open` after every connection, and with `waiting` while the client is disconnected. */
  onState?(state: 'open' | 'waiting'): void;
  /** The id of the last event of an earlier subscription: the messages since that event are delivered first. */
  lastEventId?: string;
  /** Closes the subscription when the signal aborts. */
  signal?: AbortSignal;
}

export interface LiveSubscription {
  /** The id of the last event that was received. */
  readonly lastEventId: string | undefined;
  close(): void;
  /** Resolves when the subscription has ended: null after `close`, otherwise the reason why the server refused it. */
  readonly ended: Promise<Refused | null>;
}

/**
 * The delays before reconnecting, in milliseconds: the initial one, doubled at each attempt, and the maximum. Random jitter keeps
 * clients from reconnecting all at once.
 */
const retryDelays = { initial: 500, max: 30_000 };

/** A connection counts as dead after this time without data, in milliseconds. The server pings every 15 seconds. */
const silenceTimeoutMs = 40_000;

/** Whether the server's response has a status for which a retry is pointless. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

async function refusalOf(answer: Response): Promise<Refused> {
  const body = (await answer.json().catch(() => ({}))) as Partial<Refused>;
  return { status: answer.status, code: body.code ?? 'internal', message: body.message ?? answer.statusText };
}

/** Reads one connection until it ends, is silent for too long, or is aborted by `signal`. */
async function read(answer: Response, signal: AbortSignal, take: (id: string | undefined, data: string) => void) {
  if (!answer.body) return;
  const silent = new AbortController();
  const giveUp = () => silent.abort();
  let timer = setTimeout(giveUp, silenceTimeoutMs);
  const watchdog = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, silenceTimeoutMs);
      controller.enqueue(bytes);
    },
  });
  const text = new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>;
  const reader = answer.body
    .pipeThrough(watchdog)
    .pipeThrough(text)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const either = AbortSignal.any([signal, silent.signal]);
  const stop = () => void reader.cancel().catch(() => {});
  either.addEventListener('abort', stop);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      if (next.value.event === undefined && next.value.data) take(next.value.id, next.value.data);
  } finally {
    clearTimeout(timer);
    either.removeEventListener('abort', stop);
  }
}

/**
 * Calls a handler of the program that uses this client. An error that the handler throws becomes an uncaught exception of that
 * program, and does not make the client reconnect.
 */
function callHandler(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Subscribes to `GET /stream` of a server, and resumes after the last event until the subscription is closed or refused. */
export function subscribe<Event>(
  origin: string,
  token: string | undefined,
  options: LiveOptions<Event>,
): LiveSubscription {
  const closed = new AbortController();
  const signal = options.signal ? AbortSignal.any([closed.signal, options.signal]) : closed.signal;
  let { lastEventId } = options;

  const connect = (): Promise<Response> =>
    fetch(`${origin}/stream`, {
      headers: {
        accept: 'text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
      signal,
    });

  const run = async (): Promise<Refused | null> => {
    for (let delay = retryDelays.initial; !signal.aborted; ) {
      let requestedDelay = 0;
      try {
        const answer = await connect();
        if (isFinal(answer.status)) return await refusalOf(answer);
        if (answer.ok) {
          delay = retryDelays.initial;
          callHandler(() => options.onState?.('open'));
          await read(answer, signal, (id, data) => {
            lastEventId = id ?? lastEventId;
            const event = JSON.parse(data);
            callHandler(() => options.onEvent(event));
          });
        } else requestedDelay = Number(answer.headers.get('retry-after')) * 1_000 || 0;
      } catch {
        // The connection failed or was interrupted; the loop makes a new one.
      }
      if (signal.aborted) break;
      callHandler(() => options.onState?.('waiting'));
      await wait(Math.max(requestedDelay, delay * (0.5 + Math.random())), signal);
      delay = Math.min(delay * 2, retryDelays.max);
    }
    return null;
  };

  const ended = run();
  return {
    get lastEventId() {
      return lastEventId;
    },
    close: () => closed.abort(),
    ended,
  };
}
