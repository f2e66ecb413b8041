import { type Logger, pino } from 'pino';
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
 * Logs as JSON lines on standard output. Fields that hold secrets are struck out, three levels deep; a warning that
 * repeats itself is told once a minute, with how often it came.
 */
export function createLog(settings: Pick<Settings, 'logLevel'>, name = 'api'): Logger {
  return pino({
    name,
    level: settings.logLevel,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((field) => deep(field)), censor },
    hooks: { logMethod: throttle() },
  });
}

function deep(field: string): string[] {
  const last = field.startsWith('"') ? `[${field}]` : `.${field}`;
  return [last.replace(/^\./, ''), `*${last}`, `*.*${last}`];
}
