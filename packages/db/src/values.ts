import pg from 'pg';

/** ISO 8601 in UTC with milliseconds, from PostgreSQL's text form of a UTC timestamptz(3). */
function isoTime(text: string): string {
  if (!text.endsWith('+00')) return text;
  const [date, clock = ''] = text.slice(0, -3).split(' ');
  const [seconds = '', fraction = ''] = clock.split('.');
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const int8 = 20;
const int8Array = 1016;
const timestamptz = 1184;
const date = 1082;

const parsers: Record<number, (text: string) => unknown> = {
  [int8]: Number,
  [int8Array]: (text) =>
    pg.types
      .getTypeParser(int8Array as never)(text)
      .map(Number),
  [timestamptz]: isoTime,
  [date]: (text) => text,
};

/** How both pools parse PostgreSQL's values: ids as numbers, times as ISO 8601 strings. */
export const types = {
  getTypeParser: (oid: number, format?: string) =>
    parsers[oid] ?? pg.types.getTypeParser(oid as never, format as never),
} as unknown as pg.CustomTypesConfig;
