import { currentTrail, type Log } from '@kith/domain';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Settings } from './settings.ts';
import { throttle } from './throttle.ts';

const secret = ['authorization', 'cookie', '"set-cookie"', 'password', 'newPassword', 'token', 'oobCode', 'code'];

/**
 * A `code` is a secret in what a member sends, 43 letters of either case, and tells what went wrong in an error:
 * ECONNREFUSED, 53100, FST_ERR_CTP_BODY. pino does not say under which name it found it, so its form decides.
 */
const ofAnError = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[0-9A-Z]{5})$/;
const longestOfAnError = 40;

function censor(value: unknown, path: string[]): unknown {
  const within = path.length > 1 && path.at(-1) === 'code' && typeof value === 'string';
  return within && value.length <= longestOfAnError && ofAnError.test(value) ? value : '(secret)';
}

/**
 * The log: JSON lines, to standard output by default. Fields that hold secrets are redacted, three levels deep; a repeated
 * warning is written once a minute with a count.
 */
export function createLog(settings: Pick<Settings, 'logLevel'>, name = 'api', to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    name,
    level: settings.logLevel,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: secret.flatMap((field) => deep(field)), censor },
    hooks: { logMethod: throttle() },
  };
  return to ? pino(options, to) : pino(options);
}

function deep(field: string): string[] {
  const last = field.startsWith('"') ? `[${field}]` : `.${field}`;
  return [last.replace(/^\./, ''), `*${last}`, `*.*${last}`];
}

/**
 * A log whose lines carry the id of the request or job they belong to (from AsyncLocalStorage). Lines about the process as a
 * whole, such as a lost connection, go without: their callbacks run in the context of whichever request opened the connection.
 */
export function logAlongTrail(log: Log): Log {
  const told = (fields: object) => {
    const { requestId, traceparent, job } = currentTrail() ?? {};
    return {
      ...(requestId !== undefined && { requestId }),
      ...(traceparent !== undefined && { traceId: traceparent.split('-')[1] }),
      ...(job !== undefined && { job }),
      ...fields,
    };
  };
  return {
    info: (fields, message) => log.info(told(fields), message),
    warn: (fields, message) => log.warn(told(fields), message),
    error: (fields, message) => log.error(told(fields), message),
  };
}

interface Told {
  type: string;
  code?: unknown;
  message: string;
  stack: string[];
  cause?: Told;
}

/**
 * What is logged of an error. Its extra fields are left out: those of PostgreSQL and the libraries above it hold the
 * statement's parameters, which are members' own texts.
 */
function describeError(error: unknown, depth = 0): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)), stack: [] };
  const { sqlstate, constraint, table } = sqlOf(error);
  const { code } = error as { code?: unknown };
  // The code of the system or of a library; PostgreSQL's are logged as `sqlstate`.
  const named = typeof code === 'string' && sqlstate === undefined && ofAnError.test(code);
  const stack = (error.stack ?? '').split('\n').flatMap((line) => /^\s+(at .*)$/.exec(line)?.[1] ?? []);
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    ...(named && { code }),
    ...(sqlstate !== undefined && { sqlstate, constraint, table }),
    stack,
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

function sqlOf(error: Error) {
  const { code, constraint, table } = error as { code?: unknown; constraint?: string; table?: string };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? { sqlstate: code, constraint, table } : {};
}

/** An error's first line, without the values a statement had, and without addresses that a mail server repeats. */
function withoutValues(message: string): string {
  const [first = ''] = message.split('\n');
  return first
    .replace(/^(?:insert|update|delete|select|with)\b.* - /i, '')
    .replace(/(input syntax for [^:]+|out of range[^:]*|invalid [^:]+): ".*"/i, '$1: (value)')
    .replace(/[^\s<>@"']+@[^\s<>@"']+/g, '(address)')
    .slice(0, 500);
}
