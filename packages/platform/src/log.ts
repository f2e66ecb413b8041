import { currentTraceContext, type Log } from '@kith/domain';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { throttleLog } from './logThrottle.ts';
import type { Settings } from './settings.ts';

const secretFields = ['authorization', 'cookie', '"set-cookie"', 'password', 'newPassword', 'token', 'oobCode', 'code'];

/**
 * The format of error codes such as ECONNREFUSED, 53100 or FST_ERR_CTP_BODY. A field `code` may also hold a secret of 43
 * characters that a user sent. pino does not tell `censor` the name of the object that has the field, so only the format shows
 * whether the value is an error code.
 */
const errorCodeFormat = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[0-9A-Z]{5})$/;
const maxErrorCodeLength = 40;

function censor(value: unknown, path: string[]): unknown {
  const isCode = path.length > 1 && path.at(-1) === 'code' && typeof value === 'string';
  return isCode && value.length <= maxErrorCodeLength && errorCodeFormat.test(value) ? value : '(secret)';
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
    redact: { paths: secretFields.flatMap((field) => pathsOf(field)), censor },
    hooks: { logMethod: throttleLog() },
  };
  return to ? pino(options, to) : pino(options);
}

function pathsOf(field: string): string[] {
  const last = field.startsWith('"') ? `[${field}]` : `.${field}`;
  return [last.replace(/^\./, ''), `*${last}`, `*.*${last}`];
}

/**
 * A log whose lines carry the id of the current request or job (from AsyncLocalStorage). Lines about the process as a whole,
 * such as a lost connection, omit the id: their callbacks run in the context of the request that opened the connection.
 */
export function logWithTraceContext(log: Log): Log {
  const withTraceFields = (fields: object) => {
    const { requestId, traceparent, job } = currentTraceContext() ?? {};
    return {
      ...(requestId !== undefined && { requestId }),
      ...(traceparent !== undefined && { traceId: traceparent.split('-')[1] }),
      ...(job !== undefined && { job }),
      ...fields,
    };
  };
  return {
    info: (fields, message) => log.info(withTraceFields(fields), message),
    warn: (fields, message) => log.warn(withTraceFields(fields), message),
    error: (fields, message) => log.error(withTraceFields(fields), message),
  };
}

interface DescribedError {
  type: string;
  code?: unknown;
  message: string;
  stack: string[];
  cause?: DescribedError;
}

/**
 * The fields of an error that are logged. The other fields are left out: in PostgreSQL's errors and those that wrap them, they
 * contain the statement's parameters, which are members' texts.
 */
function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)), stack: [] };
  const { sqlstate, constraint, table } = sqlOf(error);
  const { code } = error as { code?: unknown };
  // This is the code from the system or a library; PostgreSQL's codes are logged as `sqlstate`.
  const named = typeof code === 'string' && sqlstate === undefined && errorCodeFormat.test(code);
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

/** The first line of an error's message, without parameter values and without e-mail addresses that a mail server repeats. */
export function withoutValues(message: string): string {
  const [first = ''] = message.split('\n');
  const line = first
    .slice(0, 20_000)
    .replace(/^(?:insert|update|delete|select|with)\b.* - /i, '')
    .replace(/^(Unexpected token \S+), .*$/, '$1 in JSON')
    .slice(0, 2_000);
  const value = /input syntax for|out of range|invalid /i.test(line) ? line.indexOf(': "') : -1;
  return withoutAddresses(value < 0 ? line : `${line.slice(0, value)}: (value)`).slice(0, 500);
}

/** Replaces e-mail addresses in a text. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"'\\]+/g, (word) => (/.@./.test(word) ? '(address)' : word));

/** One line about an error, without addresses: what a mail server said, or the message or code of the error. */
export function errorLine(error: Error & { response?: string }): string {
  const [line = ''] = (error.response || error.message || String((error as { code?: string }).code)).split('\n');
  return withoutAddresses(line.trim()).slice(0, 300);
}
