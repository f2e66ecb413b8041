import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const directives = [
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
];

/**
 * The CSP of the web app, which also allows pictures from `S3_PUBLIC_ENDPOINT`: pages show them and the service worker fetches
 * them.
 */
function policyOf({ settings }: Deps): string {
  const store = settings.s3?.publicEndpoint;
  if (!store) return directives.join('; ');
  return directives
    .map((line) => (/^(?:img|connect)-src/.test(line) ? `${line} ${new URL(store).origin}` : line))
    .join('; ');
}

/** The CSP of a page with inline scripts, allowed by their SHA-256. */
export const policyWith = (deps: Deps, hashes: string[]): string =>
  policyOf(deps).replace(
    "script-src 'self'",
    ["script-src 'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' '),
  );

/**
 * Security headers of every response; media and the stand-in's page override the CSP. `no-store` is the default, because most
 * responses are for one member and some contain a token; cacheable routes override it.
 */
export function setHeaders(app: FastifyInstance, deps: Deps): void {
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': policyOf(deps),
    'cross-origin-resource-policy': 'same-origin',
    // The federated sign-in popup reports to the page that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(deps.settings.publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=15552000' } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
