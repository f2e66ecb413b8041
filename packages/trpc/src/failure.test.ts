import { validationMessages } from '@kith/contracts';
import { Refusal } from '@kith/domain';
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toFailure, toTrpcError } from './failure.ts';
import { createCaller, procedures, type RequestContext } from './index.ts';

describe('the error that a caller receives', () => {
  it.each([
    ['wrong-password', 400, 'BAD_REQUEST'],
    ['unauthenticated', 401, 'UNAUTHORIZED'],
    ['forbidden', 403, 'FORBIDDEN'],
    ['not-found', 404, 'NOT_FOUND'],
    ['username-taken', 409, 'CONFLICT'],
    ['image-too-large', 413, 'PAYLOAD_TOO_LARGE'],
    ['image-unsupported', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['rate-limited', 429, 'TOO_MANY_REQUESTS'],
    ['busy', 503, 'SERVICE_UNAVAILABLE'],
  ] as const)('for the refusal %s has the status %i in tRPC and REST', (code, status, trpcCode) => {
    const refusal = new Refusal(code);
    expect(toFailure(refusal)).toMatchObject({ status, code, message: refusal.message });
    const error = toTrpcError(refusal);
    expect(error.code).toBe(trpcCode);
    expect(toFailure(error)).toEqual(toFailure(refusal));
  });

  it('contains when to retry', () => {
    expect(toFailure(new Refusal('rate-limited', { retryAfterSeconds: 7 })).retryAfterSeconds).toBe(7);
  });

  it.each([
    ['an unexpected error', new TypeError('secret of users.password_hash')],
    ['a thrown text', 'secret'],
    ['an error that tRPC wrapped', toTrpcError(new Error('secret'))],
    ['an unexpected constraint violation', Object.assign(new Error('secret'), { code: '23505' })],
  ])('reveals nothing of %s', (_, thrown) => {
    expect(toFailure(thrown)).toEqual({ status: 500, code: 'internal', message: 'Something went wrong' });
  });

  it.each([
    ['57014', 503, 'busy'],
    ['53300', 503, 'busy'],
    ['53100', 503, 'disk-full'],
    ['ECONNREFUSED', 503, 'database-unavailable'],
    ['23503', 404, 'not-found'],
  ])('for the database error %s, wrapped or not, has the status %i and the code %s', (code, status, refusal) => {
    const said = Object.assign(new Error('secret'), { code });
    for (const error of [said, new Error('wrapped', { cause: said })])
      expect(toFailure(error)).toMatchObject({ status, code: refusal });
  });

  it('names what is wrong with an input by its key, and at most twenty faults', () => {
    const list = z.array(z.int('invalid-id'));
    const { error } = list.safeParse(Array.from({ length: 30 }, () => 'x'));
    const failure = toFailure(new TRPCError({ code: 'BAD_REQUEST', cause: error }));
    expect(failure).toMatchObject({ status: 400, code: 'invalid-id', message: validationMessages['invalid-id'] });
    expect(failure.errors).toHaveLength(20);
    expect(failure.errors?.[1]).toEqual({ path: '1', key: 'invalid-id', message: validationMessages['invalid-id'] });
  });
});

/** Procedures that work without a session: those that create one, and what the log-in screen needs. */
const open = [
  'auth.chooseUserName',
  'auth.confirmEmail',
  'auth.confirmPasswordReset',
  'auth.denySignIn',
  'auth.login',
  'auth.options',
  'auth.requestPasswordReset',
  'auth.userNameAvailable',
  'passkeys.ask',
  'passkeys.enter',
  'secondFactor.enter',
  'server.get',
  'users.create',
];

it('every procedure that is not listed as open refuses an anonymous caller before it validates the input', async () => {
  // This domain has only a limiter, so a procedure that uses anything else before it checks the caller fails with another error.
  const domain = { limiter: new Proxy({}, { get: () => async () => null }) };
  const caller = createCaller({
    domain,
    session: null,
    browser: { address: '203.0.113.7' },
  } as unknown as RequestContext);
  const answers: Record<string, string> = {};
  for (const path of procedures.keys()) {
    const call = path.split('.').reduce((at, name) => (at as never)[name], caller as unknown) as (
      input: unknown,
    ) => Promise<unknown>;
    const refused = await call({ nonsense: true }).then(
      () => 'answered',
      (error: unknown) => toFailure(error).code,
    );
    if (refused !== 'unauthenticated') answers[path] = refused;
  }
  expect(Object.keys(answers).sort()).toEqual(open);
});
