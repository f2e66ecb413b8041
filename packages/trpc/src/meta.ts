import type { Scope } from '@kith/contracts';
import type { unconfirmedLimits, userLimits } from '@kith/domain';
import type { ZodMiniType } from 'zod/mini';

/** What is known of a procedure beside its input: who may call it and how often, and its documented REST path. */
export interface Meta {
  /** Whether anybody may call it, and not members only. */
  public?: true;
  /** The scope with which an API token may call it; without one, no token may. */
  scope?: Scope;
  /** The limit per member towards which each call counts. */
  limit?: keyof typeof userLimits;
  /** A limit like `limit` that is lower for members with an unconfirmed address, for what adds something. */
  adds?: keyof typeof unconfirmedLimits;
  /** Method and path, with parameters in the router's form: `GET /posts/:postId`. */
  rest?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** What the API's description says of the path. */
  summary?: string;
  /** The contract of the response's `data`; without it and `list`, `data` is null. */
  data?: ZodMiniType;
  /** The contract of one row, for a list with `nextCursor`. */
  list?: ZodMiniType;
  /**
   * The status of a success: 200 by default; 204 has no body. With `createdOrFound` the procedure returns `{ item, isNew }`,
   * and the response is the item with 201 if it is new, otherwise with 200.
   */
  status?: 201 | 204 | 'createdOrFound';
  /** The message of a success, `OK` by default. */
  message?: string;
}
