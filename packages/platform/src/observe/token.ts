import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Asks whether a text is the secret, in a time that tells nothing of either. */
export function secretIs(secret: string): (given: string | undefined) => boolean {
  const known = digest(secret);
  return (given) => timingSafeEqual(digest(given ?? ''), known);
}
