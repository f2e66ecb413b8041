import { createPrivateKey, sign } from 'node:crypto';
import type { PushKeys } from '@kith/domain';

/** The lifetime of a token. Push services refuse tokens that are valid for more than a day. */
const hours = 12;

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The `Authorization` header of RFC 8292: a token that names the sending server, the push service and a contact address. */
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
  const signed = `${encodePart({ typ: 'JWT', alg: 'ES256' })}.${encodePart(claims)}`;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
