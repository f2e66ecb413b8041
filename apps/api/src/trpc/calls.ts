import { errorShape, type Failure, procedures, toFailure } from '@kith/trpc';
import { getTRPCErrorFromUnknown, TRPCError, type TRPCProcedureType } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { challengeOf } from '../plugins/errors.ts';
import type { ObserveCall } from '../plugins/metrics.ts';
import { requestContext } from '../request/context.ts';

/** The maximum number of calls in a batch. */
const batchSize = 20;

interface Answered {
  status: number;
  body: object;
  failure?: Failure;
  retryAfterSeconds?: number;
}

/** Inputs in tRPC's format: one value for a single call, an object keyed by position for a batch. */
function readInputs(request: FastifyRequest, batch: boolean): (index: number) => unknown {
  const given = request.method === 'GET' ? readQuery(request) : request.body;
  if (!batch) return () => given;
  if (given !== undefined && given !== null && (typeof given !== 'object' || Array.isArray(given)))
    throw unreadableInput();
  return (index) => (given as Record<string, unknown> | null | undefined)?.[String(index)];
}

const unreadableInput = () => new TRPCError({ code: 'PARSE_ERROR' });

/** The JSON in the `input` parameter of a GET. Throws PARSE_ERROR. */
function readQuery(request: FastifyRequest): unknown {
  const { input } = request.query as { input?: unknown };
  if (input === undefined) return undefined;
  if (typeof input !== 'string') throw unreadableInput();
  try {
    return JSON.parse(input);
  } catch {
    throw unreadableInput();
  }
}

/** Turns an error into tRPC's error format. Unexpected errors (500) are logged. */
function failed(
  deps: Deps,
  request: { id: string },
  thrown: unknown,
  path: string,
  type: TRPCProcedureType | 'unknown',
) {
  const error = getTRPCErrorFromUnknown(thrown);
  const failure = toFailure(error);
  const { status, retryAfterSeconds } = failure;
  if (status === 500) deps.domain.log.error({ err: error.cause ?? error, path }, 'call failed');
  const shape = errorShape(error, path, type);
  if (status >= 500) Object.assign((shape as { data: { kith: object } }).data.kith, { requestId: request.id });
  return { status, body: { error: shape }, failure, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

type Call = (path: string, index: number) => Promise<Answered>;

/**
 * Reports each call's duration. Unknown procedures share one label, because anybody could otherwise create any number of
 * metrics.
 */
const timedCalls =
  (call: Call, observe: ObserveCall): Call =>
  async (path, index) => {
    const start = performance.now();
    const answer = await call(path, index);
    observe(procedures.has(path) ? path : 'unknown', answer.status, performance.now() - start);
    return answer;
  };

/** Answers queries by GET and mutations by POST, single or batched, in the format of tRPC's own adapters. */
async function answerCalls(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  paths: string[],
  observe?: ObserveCall,
): Promise<FastifyReply> {
  const batch = (request.query as { batch?: unknown }).batch === '1';
  let answers: Answered[];
  try {
    if (paths.length > (batch ? batchSize : 1)) throw new TRPCError({ code: 'BAD_REQUEST' });
    const inputOf = readInputs(request, batch);
    const ctx = await requestContext(deps, request, reply);
    const call = async (path: string, index: number): Promise<Answered> => {
      const procedure = procedures.get(path);
      const type = procedure?.type;
      try {
        if (!procedure || !type) throw new TRPCError({ code: 'NOT_FOUND' });
        if (type !== (request.method === 'POST' ? 'mutation' : 'query')) {
          throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
        }
        if (type === 'mutation') deps.requireSpace(procedure.meta.writesLittle);
        const getRawInput = async () => inputOf(index);
        // The call passes as few fields as possible, because tRPC copies them twice for every middleware.
        const run = () => procedure.call({ path, type, ctx, getRawInput });
        const data = await (deps.tracer ? deps.tracer.span(path, 'internal', {}, run) : run());
        return { status: 200, body: { result: data === undefined ? {} : { data } } };
      } catch (error) {
        return failed(deps, request, error, path, type ?? 'unknown');
      }
    };
    const timed = observe ? timedCalls(call, observe) : call;
    answers = batch ? await Promise.all(paths.map(timed)) : [await timed(paths[0] ?? '', 0)];
  } catch (error) {
    answers = [failed(deps, request, error, paths[0] ?? '', 'unknown')];
  }
  const waits = answers.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds);
  if (waits.some((wait) => wait > 0)) reply.header('retry-after', String(Math.max(...waits)));
  const [first] = answers as [Answered];
  const status = answers.every((answer) => answer.status === first.status) ? first.status : 207;
  const challenge = first.failure && status !== 207 && challengeOf(request, first.failure);
  if (challenge) reply.header('www-authenticate', challenge);
  if (status === 405) reply.header('allow', request.method === 'POST' ? 'GET' : 'POST');
  const bodies = answers.map(({ body }) => body);
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(batch ? bodies : bodies[0]));
}

/**
 * Serves queries and mutations under /trpc without tRPC's Fastify adapter, which converts everything into fetch Requests and
 * Responses at twice the CPU time. See docs/decisions/013.
 */
export function serveCalls(app: FastifyInstance, deps: Deps, observe?: ObserveCall): void {
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/trpc/:path',
    exposeHeadRoute: false,
    handler: (request, reply) => answerCalls(deps, request, reply, request.params.path.split(','), observe),
  });
}
