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

type Kind<P> = P extends AnyTRPCQueryProcedure
  ? 'query'
  : P extends AnyTRPCMutationProcedure
    ? 'mutation'
    : 'subscription';

/** Of the router, the names in `Names`, which are those of its procedures. */
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

// Never read while running. What a call answers, unlike an annotation, the compiler writes out in full in the declaration
// file, where these types lean on nothing of ours; a type alias would only repeat its name.
const allOf = <R, Names>() => ({}) as Procedures<R, Names>;
const plain = <T>() => ({}) as Plain<T>;

/** Every procedure, by noun: what kind it is, what it takes and what it answers. */
export const procedures = allOf<AppRouter, inferRouterInputs<AppRouter>>();

/** What a failed call answers. */
export const errorShape = plain<inferRouterError<AppRouter>>();
