import type { AppRouter, LiveItem } from '@kith/trpc';
import type {
  AnyTRPCProcedure,
  AnyTRPCQueryProcedure,
  inferProcedureInput,
  inferProcedureOutput,
  inferRouterError,
  inferRouterInputs,
} from '@trpc/server';

/**
 * The type T, written out so that it refers to no named type of this repository. Remapping the keys makes the compiler create the
 * properties anew: otherwise it would copy their type annotations, which may name types that are not published.
 */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [K in keyof T as `${K & string}`]: Plain<T[K]> }
    : T;

type Kind<P> = P extends AnyTRPCQueryProcedure ? 'query' : 'mutation';

/** The entries of the router whose names are keys of `Names`: procedures, and groups of procedures. */
type Procedures<Router, Names> = Names extends infer N
  ? {
      [K in keyof N & keyof Router as `${K & string}`]: Router[K] extends AnyTRPCProcedure
        ? {
            type: Kind<Router[K]>;
            input: Plain<inferProcedureInput<Router[K]>>;
            output: Plain<inferProcedureOutput<Router[K]>>;
          }
        : Procedures<Router[K], N[K]>;
    }
  : never;

// These functions exist for their types alone. In the declaration file the compiler writes out an inferred return type in full,
// so the published types refer to no type of this repository. For a type alias, it would write only the alias's name.
const allOf = <R, Names>() => ({}) as Procedures<R, Names>;
const plain = <T>() => ({}) as Plain<T>;

/** All procedures, grouped as in the router (`posts`, `users` and so on), each with its kind, input and output. */
export const procedures = allOf<AppRouter, inferRouterInputs<AppRouter>>();

/** The error of a failed call. */
export const errorShape = plain<inferRouterError<AppRouter>>();

/** An event of the live stream. */
export const liveEvent = plain<LiveItem>();
