import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase, insertMember, memberPassword } from '@kith/db/testing';
import { loadSettings } from '@kith/platform';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { buildApp } from '../app.ts';
import { type Deps, openDeps } from '../deps.ts';
import { requireDescribed } from './describedAnswers.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  close(): Promise<void>;
}

/** The dependencies of the apps that `startTestApp` has started. */
const started = new WeakMap<FastifyInstance, Deps>();

/**
 * Starts the whole server with a database of its own, not listening and without a worker. `env` overrides settings, `parts`
 * overrides dependencies.
 */
export async function startTestApp(env: Record<string, string> = {}, parts: Partial<Deps> = {}): Promise<TestApp> {
  const database = await createTestDatabase(inject('databaseUrl'));
  const dataDir = await mkdtemp(join(tmpdir(), 'kith-api-'));
  const settings = loadSettings({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...env });
  const deps = { ...(await openDeps({ ...settings, databaseUrl: database.url })), checkAnswers: true, ...parts };
  deps.domain.settings.notifyAfter = 0;
  const app = await buildApp(deps);
  await app.ready();
  started.set(app, deps);
  return {
    app,
    deps,
    close: async () => {
      await app.close();
      await deps.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the fields of the body that it reads
  body: any;
}

/** A user as a client: every call carries their token. */
export class Person {
  readonly #app: FastifyInstance;
  readonly userName: string;
  userId = 0;
  uid = '';
  token: string | undefined;

  constructor(app: FastifyInstance, userName: string) {
    this.#app = app;
    this.userName = userName;
  }

  async call(method: string, url: string, payload?: unknown, options: InjectOptions = {}): Promise<Reply> {
    const answer = await this.#app.inject({
      method: method as 'GET',
      url,
      ...(payload === undefined ? {} : { payload: payload as object }),
      ...options,
      headers: { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...options.headers },
    });
    let body: unknown = answer.body;
    try {
      body = JSON.parse(answer.body);
    } catch {
      // Not every response is JSON.
    }
    requireDescribed({ method, url, payload, status: answer.statusCode, body });
    return { status: answer.statusCode, headers: answer.headers, body };
  }

  get = (url: string) => this.call('GET', url);
  post = (url: string, payload?: unknown) => this.call('POST', url, payload);
  patch = (url: string, payload?: unknown) => this.call('PATCH', url, payload);
  delete = (url: string, payload?: unknown) => this.call('DELETE', url, payload);

  /** A query through tRPC. */
  query = (path: string, input: unknown = {}) =>
    this.call('GET', `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);

  /** A mutation through tRPC. */
  mutate = (path: string, input: unknown = {}) => this.call('POST', `/trpc/${path}`, input);
}

export const password = memberPassword;

/** Returns the data of a call that must succeed. Repeats the call after a 503, because a database may be slow to start. */
async function answered(what: string, call: () => ReturnType<Person['post']>) {
  for (let tries = 1; ; tries++) {
    const { status, body } = await call();
    if (status < 300) return body.data;
    if (status !== 503 || tries === 20) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`);
    await wait(500);
  }
}

/** Signs a member up and logs them in, through the public endpoints: for tests of sign-up, log-in and what belongs to them. */
export async function signUpReally(app: FastifyInstance, userName: string): Promise<Person> {
  const person = new Person(app, userName);
  const profile = { userName, email: `${userName}@kith.test`, password };
  const made = await answered('the sign-up', () => person.post('/users', profile));
  const entered = await answered('the log-in', () => person.post('/auth/login', { identifier: userName, password }));
  return Object.assign(person, { userId: made.userId, uid: made.firebaseUid, token: entered.token });
}

/**
 * Returns a new member who is signed in. The rows of the account and the session are inserted, because a sign-up and a log-in
 * hash a password each; testApp.test.ts asserts that they are the same rows.
 */
export async function signUpAndIn(app: FastifyInstance, userName: string): Promise<Person> {
  const deps = started.get(app);
  if (!deps) return signUpReally(app, userName);
  const { db, settings } = deps.domain;
  const { userId, uid, token } = await insertMember(db, userName, { emailConfirmed: !settings.confirmEmail });
  return Object.assign(new Person(app, userName), { userId, uid, token });
}

/** Alice, Bob and Carol, who do not follow each other yet. Alice is the first member, and so a moderator. */
export async function cast(
  app: FastifyInstance,
): Promise<{ alice: Person; bob: Person; carol: Person; stranger: Person }> {
  const alice = await signUpAndIn(app, 'alice');
  const bob = await signUpAndIn(app, 'bob');
  const carol = await signUpAndIn(app, 'carol');
  return { alice, bob, carol, stranger: new Person(app, 'stranger') };
}

let people = 0;

/**
 * Signs up new members, each with a unique name that starts with the given one and ends with a number, so that all tests of a
 * file can use one server.
 */
export function signUpAnew<const N extends readonly string[]>(
  { app }: TestApp,
  ...names: N
): Promise<{ [I in keyof N]: Person }> {
  const made = names.map((name) => signUpAndIn(app, `${name}${people++}`));
  return Promise.all(made) as Promise<{ [I in keyof N]: Person }>;
}

/** Starts the whole server, with Alice, Bob and Carol. */
export async function startCast(env: Record<string, string> = {}, parts: Partial<Deps> = {}) {
  const server = await startTestApp(env, parts);
  return { server, ...(await cast(server.app)) };
}
