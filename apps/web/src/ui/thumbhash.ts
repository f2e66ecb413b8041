import { thumbHashToDataURL } from 'thumbhash';

const decoded = new Map<string, string>();

/** A thumbhash (base64) as a tiny picture; each is decoded once. */
export function thumbhashUrl(hash: string | null | undefined): string | undefined {
  if (!hash) return undefined;
  const known = decoded.get(hash);
  if (known) return known;
  try {
    const url = thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
    if (decoded.size > 500) decoded.clear();
    decoded.set(hash, url);
    return url;
  } catch {
    return undefined;
  }
}
