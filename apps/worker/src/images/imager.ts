import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processorTime, residentBytes } from './processUse.ts';
import {
  type ImagingAnswer,
  ImagingKilled,
  type ImagingRequest,
  type Made,
  type MadeImage,
  type MadeMedia,
  type MediaRequest,
  type PictureRequest,
  UnreadableImage,
} from './protocol.ts';

/** Processes pictures in child processes, which are killed when they exceed a limit. */
export interface Imager {
  /**
   * @throws UnreadableImage when the format is not supported, or decoding costs more than any genuine picture
   * @throws Error when the child process died for another reason
   */
  make(request: PictureRequest): Promise<MadeImage>;
  /** Writes a video or a voice message. Throws as `make`. */
  makeMedia(request: MediaRequest): Promise<MadeMedia>;
  close(): void;
}

export interface ImagerOptions {
  /**
   * The memory limit of a child process in bytes, enforced where the system reports memory use. A progressive JPEG of 50
   * megapixels takes 440 MB.
   */
  maxMemory?: number;
  /** The limit of processor time for a picture with this many pixels, in milliseconds, enforced where the system reports it. */
  maxProcessorMs?: (pixels: number) => number;
  /**
   * The limits of memory, in bytes, and of processor time, in milliseconds, for a video or a voice message. A video of half a minute
   * takes some 300 ms.
   */
  maxMediaMemory?: number;
  maxMediaProcessorMs?: number;
  /** How long one file may take, in milliseconds. It is long, because a busy disk or processor is no fault of the file. */
  timeoutMs?: number;
  script?: string;
  /** How long a child without a picture is kept, in milliseconds. */
  idleMs?: number;
}

const childScript = fileURLToPath(new URL('./child.ts', import.meta.url));

/**
 * The interval of memory checks, in milliseconds. A decoder can allocate a gigabyte a second, so it exceeds its limit by 30 MB at
 * most.
 */
const memoryCheckMs = 25;

/** The default limit of processor time. 50 megapixels take some 5 s; an AVIF takes longer than a JPEG of the same size. */
const processorMsFor = (pixels: number) => Math.min(25_000, 5_000 + pixels / 800);

/** The time limit for starting a child process, in milliseconds. It is long, because a busy machine is no fault of the picture. */
const startTimeoutMs = 60_000;

/** A child process that still uses more memory than this after a picture is replaced; a fresh one uses some 90 MB. */
const maxIdleBytes = 180 * 2 ** 20;

// The child does not inherit this process's environment, which holds secrets. The malloc settings return large blocks to the
// system, see scripts/start.
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '1000000' };

/** Starts a child process when none is idle, and keeps it for the next picture, because a start takes 0.2 s. */
export function createImager(options: ImagerOptions = {}): Imager {
  const {
    maxMemory = 480 * 2 ** 20,
    maxProcessorMs = processorMsFor,
    maxMediaMemory = 300 * 2 ** 20,
    maxMediaProcessorMs = 20_000,
    timeoutMs = 120_000,
    script = childScript,
    idleMs = 60_000,
  } = options;
  const all = new Set<ChildProcess>();
  /** Idle child processes, each with the timer that ends it. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  let closed = false;

  function start(): ChildProcess {
    const child = fork(script, { serialization: 'advanced', execArgv: ['--expose-gc'], env: environment });
    all.add(child);
    // A failure to start a child or to write to it is handled by the child's exit event.
    child.on('error', () => child.kill('SIGKILL'));
    child.once('exit', () => {
      all.delete(child);
      notIdle(child);
    });
    return child;
  }

  function notIdle(child: ChildProcess): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
  }

  function releaseChild(child: ChildProcess): void {
    if (closed || (residentBytes(child) ?? 0) > maxIdleBytes) child.kill('SIGKILL');
    else if (child.connected && !child.killed) {
      const end = () => {
        notIdle(child);
        child.kill('SIGKILL');
      };
      idle.set(child, setTimeout(end, idleMs).unref());
    }
  }

  const limitsOf = (request: ImagingRequest): Limits =>
    'media' in request
      ? { memory: maxMediaMemory, processorMs: maxMediaProcessorMs, failure: `unsupported-${request.media}` }
      : { memory: maxMemory, processorMs: maxProcessorMs(request.pixels), failure: null };

  function run(request: ImagingRequest): Promise<Made> {
    const child = [...idle.keys()].at(-1) ?? start();
    notIdle(child);
    return requestImage(child, request, timeoutMs, limitsOf(request)).finally(() => releaseChild(child));
  }

  return {
    make: (request) => run(request) as Promise<MadeImage>,
    makeMedia: (request) => run(request) as Promise<MadeMedia>,
    close() {
      closed = true;
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

/** What a request may take; beyond it the upload is refused with `failure`. */
interface Limits {
  memory: number;
  processorMs: number;
  failure: string | null;
}

function requestImage(
  child: ChildProcess,
  request: ImagingRequest,
  timeoutMs: number,
  { memory, processorMs, failure }: Limits,
): Promise<Made> {
  const { promise, resolve, reject } = Promise.withResolvers<Made>();
  const kill = (error: Error) => {
    reject(error);
    child.kill('SIGKILL');
  };
  let clock = setTimeout(kill, startTimeoutMs, new Error('the imaging process did not start in time'));
  const refuse = (what: string) => kill(new UnreadableImage(`it took more than ${what}`, failure));
  const before = processorTime(child) ?? 0;
  const watch = setInterval(() => {
    if ((residentBytes(child) ?? 0) > memory) refuse(`${memory >> 20} MB`);
    if ((processorTime(child) ?? 0) - before > processorMs) refuse(`${processorMs} ms of the processor`);
  }, memoryCheckMs);
  const died = (code: number | null, signal: string | null) =>
    reject(signal === 'SIGKILL' ? new ImagingKilled() : new Error(`the imaging process ended with ${signal ?? code}`));
  const answered = (answer: ImagingAnswer) => {
    if ('started' in answer) {
      clearTimeout(clock);
      clock = setTimeout(refuse, timeoutMs, `${timeoutMs} ms`);
    } else if ('made' in answer) resolve(answer.made);
    else reject(answer.unreadable ? new UnreadableImage(answer.error, answer.failure) : new Error(answer.error));
  };
  child.once('exit', died);
  child.on('message', answered);
  child.send(request, (error) => error && child.kill('SIGKILL'));
  return promise.finally(() => {
    clearTimeout(clock);
    clearInterval(watch);
    child.off('exit', died);
    child.off('message', answered);
  });
}
