import { isOwnIdentity, markReauthenticated, Refusal, type RefusalCode, signInFederated } from '@kith/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as oidc from 'openid-client';
import type { Deps } from '../deps.ts';
import { cookieAttributes, pendingCookie, sessionToken, setSessionCookie } from '../plugins/cookies.ts';
import { limitPerAddress } from '../plugins/limitPerAddress.ts';
import { callbackPath, federatedClient } from './client.ts';
import { serveStandIn, standInSession } from './standIn.ts';

/** What a browser keeps between leaving for the provider and coming back. */
interface Departure {
  state: string;
  nonce: string;
  verifier: string;
  popup: boolean;
  reauth: boolean;
}

const departureCookie = 'kith_departure';

function readDeparture(request: FastifyRequest): Departure | null {
  try {
    const text = Buffer.from(request.cookies[departureCookie] ?? '', 'base64url').toString();
    const value = JSON.parse(text) as Departure;
    return typeof value.state === 'string' && typeof value.verifier === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Goes on to a screen, or, out of a popup, to the page that tells the opener and closes. */
function land(reply: FastifyReply, departure: Departure | null, next: string): FastifyReply {
  return reply.redirect(departure?.popup ? `/signed-in.html?next=${encodeURIComponent(next)}` : next, 303);
}

/** What the provider vouches for. Throws when anything about the answer is not as it should be. */
async function identify(deps: Deps, client: oidc.Configuration, request: FastifyRequest, departure: Departure) {
  const tokens = await oidc.authorizationCodeGrant(client, new URL(request.url, deps.settings.publicUrl), {
    expectedState: departure.state,
    expectedNonce: departure.nonce,
    pkceCodeVerifier: departure.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || typeof claims.email !== 'string' || claims.email_verified !== true)
    throw new Refusal('user-not-authenticated');
  return { issuer: claims.iss, subject: claims.sub, email: claims.email };
}

type Identity = Awaited<ReturnType<typeof identify>>;

async function signIn(deps: Deps, request: FastifyRequest, reply: FastifyReply, identity: Identity): Promise<string> {
  const device = request.headers['user-agent'] ?? '';
  const result = await signInFederated(deps.domain, { ...identity, device });
  if (result.kind === 'session') {
    setSessionCookie(deps, reply, result);
    return '/account';
  }
  reply.setCookie(pendingCookie, result.token, { ...cookieAttributes(deps), expires: result.expiresAt });
  return `/setusername?uid=${result.uid}`;
}

async function reauthenticate(deps: Deps, request: FastifyRequest, identity: Identity): Promise<string> {
  const token = sessionToken(request);
  const session = token === undefined ? null : await deps.sessions.resolve(token);
  if (!session || !(await isOwnIdentity(deps.domain, session.userId, identity.issuer, identity.subject))) {
    throw new Refusal('user-not-authenticated');
  }
  await markReauthenticated(deps.domain, session);
  return '/account?reauthenticated=1';
}

/** OpenID Connect, authorization code with PKCE, state and nonce. */
export function serveFederatedSignIn(app: FastifyInstance, deps: Deps): void {
  const { google, developmentSignIn } = deps.settings;
  if (!google && !developmentSignIn) return;
  if (!google) serveStandIn(app, deps);
  const client = federatedClient(deps);
  const attributes = { ...cookieAttributes(deps), path: '/auth/google' };

  const limited = { onRequest: limitPerAddress(deps) };
  app.get<{ Querystring: { popup?: string; reauth?: string } }>('/auth/google', limited, async (request, reply) => {
    const departure: Departure = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      popup: request.query.popup === '1',
      reauth: request.query.reauth === '1',
    };
    const address = oidc.buildAuthorizationUrl(await client(), {
      redirect_uri: `${deps.settings.publicUrl}${callbackPath}`,
      scope: 'openid email',
      state: departure.state,
      nonce: departure.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(departure.verifier),
      code_challenge_method: 'S256',
      prompt: google ? 'select_account' : 'login',
    });
    // The stand-in asks anew each time who it is.
    if (!google) for (const name of standInSession) reply.clearCookie(name, { path: '/' });
    const kept = Buffer.from(JSON.stringify(departure)).toString('base64url');
    return reply.setCookie(departureCookie, kept, { ...attributes, maxAge: 600 }).redirect(address.href, 303);
  });

  app.get(callbackPath, limited, async (request, reply) => {
    const departure = readDeparture(request);
    reply.clearCookie(departureCookie, attributes);
    try {
      if (!departure) throw new Refusal('user-not-authenticated');
      const identity = await identify(deps, await client(), request, departure);
      const next = departure.reauth
        ? await reauthenticate(deps, request, identity)
        : await signIn(deps, request, reply, identity);
      return land(reply, departure, next);
    } catch (error) {
      const screen = departure?.reauth ? '/account' : '/login';
      return land(reply, departure, `${screen}?error=${errorCode(deps, error)}`);
    }
  });
}

function errorCode(deps: Deps, error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  if ((error as { error?: string }).error === 'access_denied') return 'popup-closed-by-user';
  deps.domain.log.warn({ err: error }, 'a federated sign-in was not accepted');
  return 'user-not-authenticated';
}
