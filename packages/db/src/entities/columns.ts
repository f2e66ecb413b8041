import { p, UnderscoreNamingStrategy } from '@mikro-orm/core';

/** The column of a primary key. */
export const id = () =>
  p.bigint('number').columnType('bigint').primary().autoincrement().generated('by default as identity');

/** A time in UTC with milliseconds. */
export const time = () => p.datetime(3);

/** The time of the insert, by the database's clock. */
export const insertTime = () => time().defaultRaw('now()');

/** Names constraints like PostgreSQL's defaults, which the migrations use. */
export class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(table: string, columns: string[], type: string): string {
    const endings: Record<string, string> = { primary: 'pkey', foreign: 'fkey', unique: 'key', check: 'check' };
    const parts = type === 'primary' ? [table] : [table, ...columns];
    return [...parts, endings[type] ?? 'idx'].join('_');
  }
}

/**
 * An index given as SQL, because it contains an expression or descending columns; `on` is the table with its columns. MikroORM
 * compares such indexes by name only; schema.test.ts compares their definitions.
 */
export const index = (name: string, on: string) => ({ name, expression: `create index ${name} on ${on}` });
export const uniqueIndex = (name: string, on: string) => ({ name, expression: `create unique index ${name} on ${on}` });
