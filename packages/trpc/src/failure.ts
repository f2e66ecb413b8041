import { isValidationKey, key, validationMessages } from '@kith/contracts';
import { Refusal, type RefusalCode, type RefusalKind, refusals, restCodeOf } from '@kith/domain';
import { TRPCError } from '@trpc/server';
import type { ZodError } from 'zod';

/** A failure as both APIs report it to the caller. */
export interface Failure {
  status: number;
  code: string;
  message: string;
  errors?: { path: string; key: string; message: string }[];
  retryAfterSeconds?: number;
  /** For `missing-scope`: the scopes of which the token needs one. */
  scopes?: readonly string[];
  /** For `second-factor-required`: the challenge to be sent back with the code. */
  challenge?: string;
  /** For `mail-failed`: what the mail server said. For `set-by-environment`: the name of the variable. */
  details?: string;
}

const statusOfKind: Record<RefusalKind, [status: number, trpc: TRPCError['code']]> = {
  invalid: [400, 'BAD_REQUEST'],
  unauthenticated: [401, 'UNAUTHORIZED'],
  forbidden: [403, 'FORBIDDEN'],
  missing: [404, 'NOT_FOUND'],
  conflict: [409, 'CONFLICT'],
  tooLarge: [413, 'PAYLOAD_TOO_LARGE'],
  unsupported: [415, 'UNSUPPORTED_MEDIA_TYPE'],
  limited: [429, 'TOO_MANY_REQUESTS'],
  upstream: [502, 'BAD_GATEWAY'],
  busy: [503, 'SERVICE_UNAVAILABLE'],
};

const byTrpcCode: Partial<Record<TRPCError['code'], [status: number, code: string, message: string]>> = {
  UNAUTHORIZED: [401, 'unauthenticated', 'User is not logged in'],
  NOT_FOUND: [404, 'not-found', 'Not found'],
  METHOD_NOT_SUPPORTED: [405, 'method-not-allowed', 'This method is not allowed here'],
  PARSE_ERROR: [400, 'invalid-input', 'The request could not be read'],
  BAD_REQUEST: [400, 'invalid-input', 'The request is not valid'],
  PAYLOAD_TOO_LARGE: [413, 'payload-too-large', 'The request is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'unsupported-media-type', 'This content type is not accepted'],
};

/** The codes of all failures of procedures, as REST clients get them. */
export const failureCodes = [
  ...Object.keys(refusals).map(restCodeOf),
  ...Object.keys(validationMessages),
  ...Object.values(byTrpcCode).map(([, code]) => code),
  'internal',
];

/** Wraps a refusal of the domain so that tRPC responds with the refusal's status. */
export function toTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  const code = error instanceof Refusal ? statusOfKind[error.kind][1] : 'INTERNAL_SERVER_ERROR';
  return new TRPCError({ code, message: error instanceof Error ? error.message : 'failed', cause: error });
}

/** A refusal that names the fields unknown to a contract. */
export const unknownFields = (names: string[]): TRPCError =>
  new TRPCError({
    code: 'BAD_REQUEST',
    cause: Object.assign(new Error('unknown fields'), {
      issues: names.map((name) => ({ path: [name.slice(0, 100)], message: key('unknown-field') })),
    }),
  });

const foreignKeyViolation = '23503';

/**
 * PostgreSQL's codes for: statement time-out, no connection available; disk full; shutting down (two codes), starting up, and
 * connection lost (three codes); and the system's codes.
 */
const failuresOfDatabase: Partial<Record<RefusalCode, string>> = {
  busy: '57014 53300',
  'disk-full': '53100',
  'database-unavailable':
    '57P01 57P02 57P03 08006 08003 08001 ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN',
};
const refusalOf = new Map(
  Object.entries(failuresOfDatabase).flatMap(([refusal, codes]) =>
    codes.split(' ').map((code) => [code, refusal as RefusalCode]),
  ),
);

/** The code of an error or of its cause: an entity manager wraps the driver's errors. */
function codeOf(error: unknown, depth = 0): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === undefined && cause !== undefined && depth < 3 ? codeOf(cause, depth + 1) : code;
}

/** The response to an error of PostgreSQL that the caller did not cause; undefined for any other error. */
function databaseFailure(error: unknown): Failure | undefined {
  const code = codeOf(error);
  // The row that a new row refers to was deleted meanwhile.
  if (code === foreignKeyViolation) return { status: 404, code: 'not-found', message: 'Not found' };
  const refusal = typeof code === 'string' ? refusalOf.get(code) : undefined;
  return refusal && toFailure(new Refusal(refusal, { retryAfterSeconds: 2 }));
}

/** The response to any error. An unknown error becomes a 500 that reveals nothing about the error. */
export function toFailure(thrown: unknown): Failure {
  const error = thrown instanceof TRPCError && thrown.cause ? thrown.cause : thrown;
  if (error instanceof Refusal) {
    const { code, message, retryAfterSeconds, scopes, challenge, details } = error;
    return {
      status: statusOfKind[error.kind][0],
      code,
      message,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(scopes.length > 0 && { scopes }),
      ...(challenge !== undefined && { challenge }),
      ...(details !== undefined && { details }),
    };
  }
  const issues = error instanceof Error && 'issues' in error ? (error as ZodError).issues : undefined;
  if (issues && thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST') {
    const errors = issues.slice(0, 20).map((issue) => {
      const key = isValidationKey(issue.message) ? issue.message : 'invalid-input';
      return { path: issue.path.join('.'), key, message: validationMessages[key] };
    });
    const first = errors[0];
    return {
      status: 400,
      code: first?.key ?? 'invalid-input',
      message: first?.message ?? validationMessages['invalid-input'],
      errors,
    };
  }
  const passing = databaseFailure(error);
  if (passing) return passing;
  const known = thrown instanceof TRPCError ? byTrpcCode[thrown.code] : undefined;
  if (known) return { status: known[0], code: known[1], message: known[2] };
  return { status: 500, code: 'internal', message: 'Something went wrong' };
}
