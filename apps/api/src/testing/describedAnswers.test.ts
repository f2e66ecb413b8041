import { expect, it } from 'vitest';
import { requireDescribed } from './describedAnswers.ts';

const exchange = { method: 'GET', url: '/likes/count/7', status: 200, body: { success: true, message: 'OK', data: 3 } };

it('requireDescribed accepts responses that match the description, and paths that it does not contain', () => {
  expect(() => requireDescribed(exchange)).not.toThrow();
  expect(() => requireDescribed({ ...exchange, url: '/healthz', status: 299 })).not.toThrow();
});

it.each([
  ['a status', { status: 299 }],
  ['data of another type', { body: { ...exchange.body, data: 'three' } }],
  ['an envelope without its message', { body: { success: true, data: 3 } }],
  ['a failure without its code', { status: 404, body: { success: false, message: 'Not found' } }],
  ['an accepted request', { method: 'POST', url: '/likes', payload: { userId: 'x', postId: 1 } }],
])('requireDescribed refuses %s that is not described', (_, other) => {
  expect(() => requireDescribed({ ...exchange, ...other })).toThrow(/GET|POST/);
});
