import { p, UnderscoreNamingStrategy } from '@mikro-orm/core';

/** A row's own number. */
export const id = () =>
  p.bigint('number').columnType('bigint').primary().autoincrement().generated('by default as identity');

/** A time in UTC to the millisecond. */
export const time = () => p.datetime(3);

/** When the row was made, by the database's clock. */
export const madeAt = () => time().defaultRaw('now()');

/** Names constraints as PostgreSQL does when nobody names them, and as the migrations therefore have them. */
export class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(table: string, columns: string[], type: string): string {
    const endings: Record<string, string> = { primary: 'pkey', foreign: 'fkey', unique: 'key', check: 'check' };
    const parts = type === 'primary' ? [table] : [table, ...columns];
    return [...parts, endings[type] ?? 'idx'].join('_');
  }
}

/**
 * An index by its own words, `on` being the table and its columns: one of an expression, or of columns the other way round.
 * MikroORM's comparison knows these by their names alone; schema.test.ts compares what they say.
 */
export const index = (name: string, on: string) => ({ name, expression: `create index ${name} on ${on}` });
export const uniqueIndex = (name: string, on: string) => ({ name, expression: `create unique index ${name} on ${on}` });
