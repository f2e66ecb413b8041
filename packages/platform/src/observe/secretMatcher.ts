import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns a function that compares a text with the secret in constant time. */
export function secretMatcher(secret: string): (given: string | undefined) => boolean {
  const known = digest(secret);
  return (given) => timingSafeEqual(digest(given ?? ''), known);
}
