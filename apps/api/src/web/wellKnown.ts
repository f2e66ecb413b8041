import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const day = 86_400_000;

/**
 * For how many days security.txt is valid. Its expiry must be within a year; a scanner that caches the file fetches it again
 * before that.
 */
const validDays = 180;

/**
 * Paths that crawlers can skip, because everything below them needs a session. Pages are not listed, so that search engines can
 * find the server.
 */
const robots = [
  'User-agent: *',
  ...['auth', 'docs', 'exports', 'imports', 'media', 'stream', 'trpc'].map((path) => `Disallow: /${path}`),
];

/** Files that crawlers, scanners and password managers request from every site. */
export function serveWellKnown(app: FastifyInstance, { settings }: Deps): void {
  const { publicUrl, securityContact } = settings;
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${robots.join('\n')}\n`),
  );
  // See https://www.w3.org/TR/change-password-url.
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account?popup=privacy', 303));
  if (securityContact === null) return;
  // See RFC 9116.
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Math.floor(Date.now() / day + validDays) * day).toISOString();
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, es, pl',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
