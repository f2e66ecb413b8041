import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a password matches its own hash and no other, and nothing matches a missing hash', async () => {
  const passwordHash = await hashPassword('friends1!');
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(passwordHash, 'friends1!')).toBe(true);
  expect(await verifyPassword(passwordHash, 'friends2!')).toBe(false);
  expect(await verifyPassword(null, 'friends1!')).toBe(false);
});

test('files are read while passwords wait to be hashed', async () => {
  let pending = 24;
  const hashes = Array.from({ length: pending }, () => hashPassword('friends1!').then(() => (pending -= 1)));
  await setImmediate();
  for (let i = 0; i < 5; i++) await readFile(new URL(import.meta.url));
  // If all threads were hashing, each step of a file read would wait behind every queued hash.
  expect(pending).toBeGreaterThan(10);
  await Promise.all(hashes);
});
