import type { AppRouter } from '@kith/trpc';

/**
 * The same type without any of our names in it. Keys are rewritten, and so made anew: otherwise the compiler would copy the
 * annotation of a property from where it was declared, and with it the name of a type that stays on the server.
 */
type Plain<T> =
  T extends AsyncIterable<infer Item>
    ? AsyncIterable<Plain<Item>>
    : T extends readonly (infer Item)[]
      ? Plain<Item>[]
      : T extends object
        ? { [K in keyof T as `${K & string}`]: Plain<T[K]> }
        : T;

type Procedures<R> = R extends infer O
  ? {
      [K in keyof O as `${K & string}`]: O[K] extends {
        _def: { type: infer Type; $types: { input: infer Input; output: infer Output } };
      }
        ? { type: Type; input: Plain<Input>; output: Plain<Output> }
        : Procedures<O[K]>;
    }
  : never;

// Never read while running. What a call answers, unlike an annotation, the compiler writes out in full in the declaration
// file, where these types lean on nothing of ours; a type alias would only repeat its name.
const allOf = <R>() => ({}) as Procedures<R>;
const plain = <T>() => ({}) as Plain<T>;

/** Every procedure, by noun: what kind it is, what it takes and what it answers. */
export const procedures = allOf<AppRouter['_def']['record']>();

/** What a failed call answers. */
export const errorShape = plain<AppRouter['_def']['_config']['$types']['errorShape']>();
