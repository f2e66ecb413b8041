import type { AppRouter } from '@kith/trpc';
import type {
  AnyTRPCMutationProcedure,
  AnyTRPCProcedure,
  AnyTRPCQueryProcedure,
  inferProcedureInput,
  inferProcedureOutput,
  inferRouterError,
  inferRouterInputs,
} from '@trpc/server';

/**
 * The type T without any type name of this repository. Keys are remapped, which recreates the properties: otherwise the compiler
 * would copy a property's type annotation, and with it the name of a type that is not published.
 */
type Plain<T> =
  T extends AsyncIterable<infer Item>
    ? AsyncIterable<Plain<Item>>
    : T extends readonly (infer Item)[]
      ? Plain<Item>[]
      : T extends object
        ? { [K in keyof T as `${K & string}`]: Plain<T[K]> }
        : T;

type Kind<P> = P extends AnyTRPCQueryProcedure
  ? 'query'
  : P extends AnyTRPCMutationProcedure
    ? 'mutation'
    : 'subscription';

/** Those entries of the router that occur in `Names`, and so are procedures or groups of them. */
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
// so the published types refer to no type of this repository; of a type alias it would write only the name.
const allOf = <R, Names>() => ({}) as Procedures<R, Names>;
const plain = <T>() => ({}) as Plain<T>;

/** Every procedure, by noun: its kind, input and output. */
export const procedures = allOf<AppRouter, inferRouterInputs<AppRouter>>();

/** The error of a failed call. */
export const errorShape = plain<inferRouterError<AppRouter>>();
