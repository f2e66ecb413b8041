import type { Scope } from '@kith/contracts';
import type { unconfirmedLimits, userLimits } from '@kith/domain';
import type { ZodMiniType } from 'zod/mini';

/** The properties of a procedure other than its input: who may call it, how often, and its documented REST path. */
export interface Meta {
  /** Whether visitors without a session may call it. */
  public?: true;
  /** The scope that an access token needs for the call. Without this property, the call refuses all access tokens. */
  scope?: Scope;
  /** Whether it writes so little, such as a session, that it works on a full disk too. */
  writesLittle?: true;
  /** The rate limit per member that each call counts against. */
  limit?: keyof typeof userLimits;
  /** In place of `limit`, for a call that creates something: also counts against a lower limit while the address is unconfirmed. */
  createLimit?: keyof typeof unconfirmedLimits;
  /** The REST method and path. Parameters start with a colon: `GET /posts/:postId`. */
  rest?: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** The summary of the REST path in /openapi.json. */
  summary?: string;
  /** The contract of the response's `data`; without it and `list`, `data` is null. */
  data?: ZodMiniType;
  /** The contract of one row, for a list with `nextCursor`. With `data` as well, the response is either of both. */
  list?: ZodMiniType;
  /**
   * The status of a success: 200 by default; 204 has no body. With `createdOrFound` the procedure returns `{ item, isNew }`,
   * and the response is the item with 201 if it is new, otherwise with 200.
   */
  status?: 201 | 202 | 204 | 'createdOrFound';
  /** Whether another server, such as the mail server, may make the call fail, with the status 502. */
  mayFailUpstream?: true;
  /** The message of a success, `OK` by default. */
  message?: string;
}
