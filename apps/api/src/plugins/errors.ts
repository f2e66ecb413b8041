import { Refusal, restCodeOf } from '@kith/domain';
import { type Failure, toFailure } from '@kith/trpc';
import { TRPCError } from '@trpc/server';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';

const byStatus: Record<number, [code: string, message: string]> = {
  400: ['invalid-input', 'The request could not be read'],
  404: ['not-found', 'Not found'],
  405: ['method-not-allowed', 'This method is not allowed here'],
  406: ['invalid-input', 'The request is not a file upload'],
  408: ['timeout', 'The request took too long'],
  413: ['payload-too-large', 'The request is too large'],
  414: ['invalid-input', 'The address is too long'],
  415: ['unsupported-media-type', 'This content type is not accepted'],
  431: ['invalid-input', 'The headers are too large'],
};

/** The codes of failures outside of procedures. */
export const transportCodes = [...Object.values(byStatus).map(([code]) => code), 'foreign-origin'];

function failureOf(error: unknown): Failure {
  if (error instanceof TRPCError || error instanceof Refusal) return toFailure(error);
  const { statusCode } = error as FastifyError;
  const status = statusCode === 406 ? 415 : statusCode;
  const known = status === undefined ? undefined : byStatus[status];
  return known && status !== undefined ? { status, code: known[0], message: known[1] } : toFailure(error);
}

/** The WWW-Authenticate header of a 401, and of a 403 for a missing scope; RFC 6750. Undefined for other failures. */
export function challengeOf(
  { headers }: { headers: { authorization?: string | undefined } },
  { status, code, scopes = [] }: Pick<Failure, 'status' | 'code' | 'scopes'>,
): string | undefined {
  if (status === 401) return headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  if (code !== 'missing-scope') return undefined;
  return ['Bearer error="insufficient_scope"', ...(scopes[0] ? [`scope="${scopes[0]}"`] : [])].join(', ');
}

/** Sends a failure in the REST envelope; a 5xx includes the request id, which a member can give to an operator. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, retryAfterSeconds, ...body } = failure;
  const challenge = challengeOf(reply.request, failure);
  if (challenge) reply.header('www-authenticate', challenge);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      ...body,
      code: restCodeOf(body.code),
      ...(status >= 500 && { requestId: reply.request.id }),
    });
}

/**
 * Sets the error handler of all paths but /trpc, which formats its own errors. A refusal is sent with its code and message. Any
 * other error is logged and becomes a 500 without details.
 */
export function answerErrors(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error);
    if (failure.status === 500) {
      const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
      deps.domain.log.error({ err: cause, method: request.method, route: request.routeOptions.url }, 'request failed');
    }
    return sendFailure(reply, failure);
  });
}
