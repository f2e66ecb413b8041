import type { Opt } from '@mikro-orm/core';

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** Without the mark that MikroORM puts on what has a default. */
export type Plain<T> = T extends infer Unmarked & Opt.Brand ? Unmarked : T;

/** What a statement's row holds for a property: a number for a relation, a time as text. */
type Value<T> = T extends null | undefined
  ? null
  : T extends Date
    ? string
    : T extends number
      ? number
      : T extends string
        ? Plain<T>
        : T extends readonly (infer Item)[]
          ? Item[]
          : T extends { id: infer Id }
            ? Value<Id>
            : T;

type ColumnName<E, K extends keyof E & string> =
  NonNullable<E[K]> extends { id: unknown } ? `${Snake<K>}_id` : Snake<K>;

/**
 * Columns of an entity's table as statements give them: `Columns<Post, 'author' | 'createdAt'>` is
 * `{ author_id: number; created_at: string }`. Ids are numbers, times ISO 8601 strings.
 */
export type Columns<E, K extends keyof E> = { [P in K & string as ColumnName<E, P>]: Value<E[P]> };

/**
 * A row of a list that examines rows its viewer may not see. Of those it gives only the last one examined, which is not
 * `shown` and may be without what is joined to it.
 */
export interface Examined {
  shown: boolean;
  /** From 1, among all rows examined. */
  position: number;
}

/** The same of rows where the statement leaves out those that have nothing there. */
export type Present<E, K extends keyof E> = { [P in K & string as ColumnName<E, P>]: Value<NonNullable<E[P]>> };

/** The same of a row that may not be there, as a left join gives them, under names that begin with `prefix`. */
export type Joined<E, K extends keyof E, Prefix extends string = ''> = {
  [P in K & string as `${Prefix}${ColumnName<E, P>}`]: Value<E[P]> | null;
};
