import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new key for signatures, in the form of Standard Webhooks. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

/**
 * The headers by which a receiver verifies a body (standardwebhooks.com). The signature covers the id, the time of this attempt
 * and the body.
 */
export function signatureHeaders(secret: string, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
