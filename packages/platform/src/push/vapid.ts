import { createPrivateKey, sign } from 'node:crypto';
import type { PushKeys } from '@kith/domain';

/** Services take no token that holds longer than a day. */
const hours = 12;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The `Authorization` of RFC 8292: a token that says which server sends this, to which service, and who is to be asked about it. */
export function vapid(endpoint: URL, { publicKey, privateKey }: PushKeys, subject: string, now: Date): string {
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: privateKey,
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const claims = { aud: endpoint.origin, exp: Math.floor(now.getTime() / 1_000) + hours * 3_600, sub: subject };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
