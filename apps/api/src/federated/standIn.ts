import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { signInPage, standInPolicy } from './standInPage.ts';

export const standInPath = '/stand-in';

/** The cookies that the stand-in, a local identity provider, sets while somebody signs in. */
export const standInSession = ['_session', '_session.sig'];

export const standInClient = { id: 'kith', secret: randomBytes(24).toString('base64url') };

async function makeProvider(deps: Deps) {
  const { Provider } = await import('oidc-provider');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(`${deps.settings.publicUrl}${standInPath}`, {
    clients: [
      {
        client_id: standInClient.id,
        client_secret: standInClient.secret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${deps.settings.publicUrl}/auth/google/callback`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'stand-in' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `${standInPath}/sign-in/${interaction.uid}` },
    ttl: { Interaction: 600, Session: 1, Grant: 600, AccessToken: 60, IdToken: 60 },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true }),
    }),
    // There is no consent page, because Kith is the only client of this provider.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        accountId: ctx.oidc.session?.accountId as string,
        clientId: ctx.oidc.client?.clientId as string,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.proxy = deps.settings.trustProxy.length > 0;
  return provider;
}

/**
 * Hands the raw response to oidc-provider, with Kith's headers: a redirect without the COOP header would cut the popup off from
 * its opener.
 */
function hijackResponse(reply: FastifyReply): ServerResponse {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  return reply.raw;
}

/** A local identity provider for development, where anyone can sign in as anyone; its pages say so. */
export function serveStandIn(app: FastifyInstance, deps: Deps): void {
  let created: ReturnType<typeof makeProvider> | undefined;
  const provider = () => {
    created ??= makeProvider(deps);
    return created;
  };

  app.get<{ Params: { uid: string } }>(`${standInPath}/sign-in/:uid`, async (request, reply) => {
    const { uid } = await (await provider()).interactionDetails(request.raw, reply.raw);
    return reply
      .header('content-security-policy', standInPolicy)
      .type('text/html; charset=utf-8')
      .send(signInPage(`${standInPath}/sign-in/${uid}`));
  });

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post<{ Body: { email?: string; cancel?: string } | null }>(
      `${standInPath}/sign-in/:uid`,
      async (request, reply) => {
        const email = (request.body?.email ?? '').trim().toLowerCase();
        const result =
          request.body?.cancel !== undefined || !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)
            ? { error: 'access_denied', error_description: 'the member closed the sign-in' }
            : { login: { accountId: email } };
        const finish = await provider();
        // The interaction is checked before `hijackResponse` takes over the response: after that, an error for an unknown
        // interaction would send no response.
        await finish.interactionDetails(request.raw, reply.raw);
        await finish.interactionFinished(request.raw, hijackResponse(reply), result, {
          mergeWithLastSubmission: false,
        });
      },
    );
  });

  // All other paths under `standInPath` are handled by the provider, which parses request bodies itself.
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (!raw.url?.startsWith(`${standInPath}/`) || raw.url.startsWith(`${standInPath}/sign-in/`)) return;
    const handle = (await provider()).callback();
    const answer = hijackResponse(reply);
    Object.assign(raw, { originalUrl: raw.url, url: raw.url.slice(standInPath.length) });
    await handle(raw, answer);
  });
}
