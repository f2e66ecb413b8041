import { type Language, translate } from './i18n/translate.ts';

/** Every problem of a server that an operator or a host should know of. The texts, under `problems`, say what to do. */
const kinds = {
  'restored-copy': 'problem',
  'not-migrated': 'problem',
  'no-host': 'problem',
  connections: 'problem',
  'redis-unavailable': 'problem',
  'storage-unavailable': 'problem',
  'disk-full': 'problem',
  'disk-low': 'problem',
  'no-backups': 'warning',
  'no-backup-yet': 'problem',
  'backup-old': 'problem',
  'backup-failed': 'problem',
  'mail-refused': 'problem',
  'mail-failed': 'problem',
  'mail-to-files': 'warning',
  'address-insecure': 'warning',
  'webhook-off': 'problem',
  'unknown-jobs': 'problem',
  'failed-jobs': 'problem',
  'jobs-wait': 'problem',
  'no-worker': 'problem',
} as const;

export type ProblemCode = keyof typeof kinds;
export const problemCodes = Object.keys(kinds) as ProblemCode[];

/** A number of bytes, a time, a count, or a word. */
export type ProblemValue = { bytes: number } | Date | number | string;

export interface Problem {
  code: ProblemCode;
  /** Since when it is known; null if that is unknown. */
  since: Date | null;
  values: Record<string, ProblemValue>;
}

/** Whether the server works as long as nothing else happens, such as one without backups. */
export const isWarning = ({ code }: Problem): boolean => kinds[code] === 'warning';

/** What a problem is, and what to do about it. Times are in UTC. */
export function problemText(language: Language, { code, values }: Problem): string {
  const shown = Object.entries(values).map(([name, value]) => [name, show(language, value)]);
  return translate(language, `problems.${code}`, Object.fromEntries(shown));
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

function show(language: Language, value: ProblemValue): string | number {
  if (value instanceof Date)
    return `${value.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
  if (typeof value !== 'object') return value;
  const power = value.bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value.bytes) / 3));
  const unit = { style: 'unit', unit: units[power] as string, maximumFractionDigits: 1 } as const;
  return (value.bytes / 1000 ** power).toLocaleString(language, unit);
}
