import type { AppRouter } from '@kith/trpc';
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

/** What the server answers to each procedure, by its path such as `users.search`. An error that is thrown reaches the component. */
export type Answers = Record<string, (input: never) => unknown>;

/**
 * A refusal by the server, with its code. `fields` maps the paths of inputs to the keys of the rules that they break. `requestId`
 * is given where the server is at fault, `details` where another server has said more.
 */
export class Refusal extends Error {
  readonly data: object;

  constructor(code: string, fields: Record<string, string> = {}, requestId?: string, details?: string) {
    super(code);
    const errors = Object.entries(fields).map(([path, key]) => ({ path, key, message: key }));
    this.data = { code: 'BAD_REQUEST', kith: { code, message: code, errors, requestId, details } };
  }
}

interface Call {
  path: string;
  input: unknown;
}

let answers: Answers = {};
const calls: Call[] = [];

/** Sets the answers of one test, and forgets the calls of earlier tests. */
export function setAnswers(next: Answers): void {
  answers = next;
  calls.length = 0;
}

/** The inputs of all calls of a procedure so far, the oldest first. */
export const inputsOf = (path: string): unknown[] =>
  calls.filter((call) => call.path === path).map(({ input }) => input);

/** Gives a refusal the form in which it arrives from the server. Any other error stands for a lost connection. */
const asSent = (error: Error) =>
  error instanceof Refusal ? { error: { message: error.message, code: -32_600, data: error.data } } : error;

/** Takes the place of the HTTP links: answers from the table of the test. A procedure that is not in the table fails. */
const answer: TRPCLink<AppRouter> =
  () =>
  ({ op: { path, input } }) =>
    observable((observer) => {
      calls.push({ path, input });
      const given = async () => {
        const reply = answers[path];
        if (!reply) throw new Error(`the test has no answer for ${path}`);
        return reply(input as never);
      };
      given().then(
        (data) => {
          observer.next({ result: { type: 'data', data } });
          observer.complete();
        },
        (error) => observer.error(TRPCClientError.from(asSent(error))),
      );
    });

/** The client that components get in component tests. */
export const api = createTRPCClient<AppRouter>({ links: [answer] });
