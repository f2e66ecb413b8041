import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** The same for every page, so it is written once and not put together for each answer. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Headers that hold for every answer; media adds its own sandbox. */
export async function setHeaders(app: FastifyInstance, deps: Deps): Promise<void> {
  const https = deps.settings.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    // The federated sign-in popup reports back to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 15_552_000 } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', policy);
  });
}
