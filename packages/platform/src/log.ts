import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

const secret = ['authorization', 'cookie', '"set-cookie"', 'password', 'newPassword', 'token', 'oobCode', 'code'];

/** Logs as JSON lines on standard output. Fields that hold secrets are struck out, three levels deep. */
export function createLog(settings: Pick<Settings, 'logLevel'>, name = 'api'): Logger {
  return pino({
    name,
    level: settings.logLevel,
    base: { name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((field) => deep(field)), censor: '(secret)' },
  });
}

function deep(field: string): string[] {
  const last = field.startsWith('"') ? `[${field}]` : `.${field}`;
  return [last.replace(/^\./, ''), `*${last}`, `*.*${last}`];
}
