import { region } from './dates.ts';

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in bytes, for example as "12.5 MB". Sizes below a hundred bytes are shown as 0.1 kB, except for 0. */
export function fileSize(bytes: number): string {
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1_000 ** power;
  return new Intl.NumberFormat(region(), {
    style: 'unit',
    unit: units[power - 1] as string,
    maximumFractionDigits: amount < 100 ? 1 : 0,
  }).format(bytes > 0 ? Math.max(0.1, amount) : 0);
}
