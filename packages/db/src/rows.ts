import type { Opt } from '@mikro-orm/core';

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** The type of a column without the mark that MikroORM puts on columns with a default. */
export type Plain<T> = T extends infer Unmarked & Opt.Brand ? Unmarked : T;

/** The type of a property in a statement's row: a number for a relation, a text for a time. */
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
 * Columns of an entity's table as statements return them: `Columns<Post, 'author' | 'createdAt'>` is `{ author_id: number;
 * created_at: string }`. Ids are numbers, times ISO 8601 strings.
 */
export type Columns<E, K extends keyof E> = { [P in K & string as ColumnName<E, P>]: Value<E[P]> };

/**
 * A row of a list that also examines rows hidden from its viewer. A hidden row is returned only if it is the last one examined,
 * so that the next page can continue after it: it is not `shown`, and its joined columns may be missing.
 */
export interface Examined {
  shown: boolean;
  /** The position from 1 among all rows examined. */
  position: number;
}

/** Like `Columns`, for statements that omit rows where these columns are null. */
export type Present<E, K extends keyof E> = { [P in K & string as ColumnName<E, P>]: Value<NonNullable<E[P]>> };

/** Like `Columns`, for columns of a left join, which may all be null, under names that begin with `Prefix`. */
export type Joined<E, K extends keyof E, Prefix extends string = ''> = {
  [P in K & string as `${Prefix}${ColumnName<E, P>}`]: Value<E[P]> | null;
};
