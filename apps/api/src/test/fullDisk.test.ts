import { probe } from '@kith/db/testing';
import { expect, it } from 'vitest';
import { startTestApp } from '../testing/testApp.ts';

it('a database with a full disk is reported by /readyz, which stays ready, because reading still works', async () => {
  const { app, deps, close } = await startTestApp();
  const full = `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
  await expect(probe(deps.domain.db, full)).rejects.toThrow('No space left');
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready', writes: 'refused' }]);
  await close();
});
