const daySeconds = 86_400;

/** Returns when something ends: after a duration, at the end of a chosen day, or never. The server refuses a time in the past. */
export function expiryOf(expiry: string): { expiresAt?: string; expiresInSeconds?: number } {
  if (expiry === 'never') return {};
  if (expiry === 'day' || expiry === 'week') return { expiresInSeconds: (expiry === 'day' ? 1 : 7) * daySeconds };
  const end = new Date(`${expiry}T23:59:59`);
  return Number.isNaN(end.getTime()) ? {} : { expiresAt: end.toISOString() };
}

/** Returns when something with this end ends, if it begins at the time `from`; null if it does not. */
export function expiryDate(expiry: string, from: string): string | null {
  const { expiresAt, expiresInSeconds } = expiryOf(expiry);
  return expiresInSeconds ? new Date(Date.parse(from) + expiresInSeconds * 1_000).toISOString() : (expiresAt ?? null);
}
