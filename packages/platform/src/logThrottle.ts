import type { LogFn, LoggerOptions } from 'pino';

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const warnLevel = 40;
const intervalMs = 60_000;

/** The maximum number of distinct lines tracked. Beyond that, lines are not throttled. */
const maxLines = 500;

/** The error codes of a full disk, from the system and from PostgreSQL. */
const diskFull = new Set(['ENOSPC', '53100']);
const diskFullLine = 'No space left on the disk: until some is made, nothing new can be kept';

interface Fields {
  err?: unknown;
  error?: unknown;
  job?: unknown;
  queue?: unknown;
}

/** How often a line was repeated since it was last written, and when for the last time, because it is summed up later. */
interface Repeats {
  repeated: number;
  until: string;
}

/** The codes of an error and its causes. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let each = error as { code?: unknown; cause?: unknown } | undefined, depth = 0; each && depth < 4; depth += 1) {
    if (typeof each.code === 'string') codes.push(each.code);
    each = each.cause as typeof each;
  }
  return codes;
}

/**
 * The key by which two lines count as the same: message, job, queue and error. Other fields and all numbers in the error are
 * ignored.
 */
function keyOf(level: number, fields: Fields, message: unknown): string {
  const { err, error, job = '', queue = '' } = fields;
  const fault = err instanceof Error ? `${err.name} ${codesOf(err)[0] ?? err.message}` : String(error ?? '');
  return `${level} ${message} ${job} ${queue} ${fault.replace(/\d+/g, '#').slice(0, 200)}`;
}

/**
 * For pino's `logMethod`: the first of equal warnings or errors is written at once, the others are counted and summed up in one
 * line a minute, so that an outage does not fill the disk. A full disk gets a line of its own.
 */
export function throttleLog(): LogMethod {
  const suppressed = new Map<string, { count: number; until: string; write: (repeats: Repeats) => void }>();
  let timer: NodeJS.Timeout | undefined;

  const logRepeats = () => {
    for (const [key, line] of suppressed) {
      if (line.count === 0) suppressed.delete(key);
      else line.write({ repeated: line.count, until: line.until });
      line.count = 0;
    }
    if (suppressed.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  /** Whether the line was not written within the last minute. Otherwise it is counted, and summed up later. */
  const isNew = (key: string, write: (repeats: Repeats) => void): boolean => {
    const known = suppressed.get(key);
    if (known) {
      known.count += 1;
      known.until = new Date().toISOString();
      known.write = write;
      return false;
    }
    if (suppressed.size < maxLines) suppressed.set(key, { count: 0, until: '', write });
    timer ??= setInterval(logRepeats, intervalMs).unref();
    return true;
  };

  return function (args, method: LogFn, level) {
    const write = method as (...args: unknown[]) => void;
    if (level < warnLevel || typeof args[0] !== 'object' || args[0] === null) return write.apply(this, args);
    const [fields, message] = args as unknown as [Fields, unknown];
    if (codesOf(fields.err).some((code) => diskFull.has(code))) {
      const full = (repeats?: Repeats) => write.call(this, { ...repeats }, diskFullLine);
      if (isNew(diskFullLine, full)) full();
    }
    const again = (repeats: Repeats) => write.call(this, { ...fields, ...repeats }, message);
    if (isNew(keyOf(level, fields, message), again)) write.apply(this, args);
  };
}
