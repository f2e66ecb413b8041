import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Deps } from '../deps.ts';

/**
 * The CSP of the web app, as an option of helmet. It allows inline scripts by their SHA-256, and pictures from
 * `S3_PUBLIC_ENDPOINT`: pages show them and the service worker fetches them.
 */
export function contentPolicy({ settings }: Deps, hashes: string[] = []) {
  const store = settings.s3?.publicEndpoint ? [new URL(settings.s3.publicEndpoint).origin] : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...store],
      // Videos and voice messages; a member's own before they are sent.
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...store],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  };
}

/**
 * Security headers of every response; media and the stand-in's page override the CSP. `no-store` is the default, because most
 * responses are for one member and some contain a token; cacheable routes override it.
 */
export function setHeaders(app: FastifyInstance, deps: Deps): void {
  // Created once: @fastify/helmet would create it for each request, and validate the whole policy each time.
  const secure = helmet({
    contentSecurityPolicy: contentPolicy(deps),
    // The federated sign-in popup reports to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    hsts: deps.settings.publicUrl.startsWith('https:') && { maxAge: 15_552_000, includeSubDomains: false },
    dnsPrefetchControl: false,
    ieNoOpen: false,
    originAgentCluster: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store');
    secure(request.raw, reply.raw, () => done());
  });
}
