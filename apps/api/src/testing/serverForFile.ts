import { probe } from '@kith/db/testing';
import { afterAll } from 'vitest';
import { startCast, startTestApp, type TestApp } from './testApp.ts';

/** Runs SQL in the database of a server, and returns its rows. */
const sqlOf =
  ({ deps }: TestApp) =>
  async (text: string, values: unknown[] = []) =>
    (await probe(deps.domain.db, text, values)).rows;

/** The whole server for all tests of a file, to be called at the file's top. It is closed after the last test. */
export async function serverForFile(...given: Parameters<typeof startTestApp>) {
  const server = await startTestApp(...given);
  afterAll(() => server.close());
  return { server, sql: sqlOf(server) };
}

/** As `serverForFile`, with Alice, Bob and Carol, who do not follow each other yet, and a stranger without a session. */
export async function castForFile(...given: Parameters<typeof startCast>) {
  const { server, ...people } = await startCast(...given);
  afterAll(() => server.close());
  return { server, sql: sqlOf(server), ...people };
}
