import { currentLanguage } from '../../i18n/index.ts';

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "2 hours ago", in the reader's language; null within the last minutes. */
export function lastSeen(iso: string, now = Date.now()): string | null {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1_000);
  if (seconds < 300) return null;
  const [unit, length] = steps.find(([, each]) => seconds >= each) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(
    -Math.floor(seconds / length),
    unit,
  );
}
