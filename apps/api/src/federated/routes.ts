import { printablePattern } from '@kith/contracts';
import { ownPath } from '@kith/contracts/ownPath';
import { isOwnIdentity, logOut, markReauthenticated, Refusal, type RefusalCode, signInFederated } from '@kith/domain';
import type { Settings } from '@kith/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { limitPerAddress } from '../request/address.ts';
import { sessionOf } from '../request/context.ts';
import {
  cookieAttributes,
  cookieName,
  knownDevice,
  pendingCookie,
  setChallengeCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../request/cookies.ts';
import { callbackPath, type FederatedClient, federatedClient } from './client.ts';
import { serveStandIn, standInSession } from './standIn.ts';

/**
 * A sign-in in progress. It is stored in a cookie while the browser is at the provider, and the provider's response is checked
 * against it. The cookie is not signed, but its __Host- prefix on https prevents other hosts from setting it.
 */
interface SignInAttempt {
  state: string;
  nonce: string;
  verifier: string;
  popup: boolean;
  reauth: boolean;
  /** The code of the invitation link; null if there is none. */
  invitation: string | null;
  /** The page that asked for the log-in; null if there is none. */
  next: string | null;
}

const attemptCookie = 'kith_departure';

function readAttempt(deps: Deps, request: FastifyRequest): SignInAttempt | null {
  try {
    const text = Buffer.from(request.cookies[cookieName(deps, attemptCookie)] ?? '', 'base64url').toString();
    const value = JSON.parse(text) as SignInAttempt;
    return typeof value.state === 'string' && typeof value.verifier === 'string' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads an invitation code from the query. Returns null if it does not have the format of invitation codes, because the code is
 * stored in a cookie, whose size is limited.
 */
const readInvitation = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : null;

/** The maximum length of the path of the page that asked for the log-in. It limits the size of the cookie. */
const maxPathLength = 500;

/** Reads the page that asked for the log-in. Returns null if it is no path of this site. */
const readNext = ({ settings }: Deps, value: unknown): string | null =>
  typeof value === 'string' && value.length <= maxPathLength
    ? ownPath(value, new URL(settings.publicUrl).origin)
    : null;

/** Adds the page that asked for the log-in to the address of a screen before it. */
const withNext = (path: string, next: string | null): string =>
  next ? `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}` : path;

/** Redirects to a screen. In a popup, redirects to a page that reports to the window that opened the popup, and closes itself. */
function redirectToScreen(reply: FastifyReply, attempt: SignInAttempt | null, next: string): FastifyReply {
  return reply.redirect(attempt?.popup ? `/signed-in.html?next=${encodeURIComponent(next)}` : next, 303);
}

/**
 * How recent the provider's `auth_time` must be to count as re-authentication, in seconds; a sign-in without that claim does
 * not count.
 */
const maxAuthAgeSeconds = 5 * 60;

/**
 * The parameters that make the provider ask for a log-in even if the user has a session there. Google refuses the prompt `login`,
 * so it is asked to let the user choose an account.
 */
const promptLogIn = (google: Settings['google']) => ({
  prompt: google?.issuer === 'https://accounts.google.com' ? 'select_account' : 'login',
  max_age: '0',
  claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
});

/** Verifies the provider's response and returns the claims. Throws when the response is invalid in any way. */
async function readClaims(
  deps: Deps,
  { oidc, configuration }: FederatedClient,
  request: FastifyRequest,
  attempt: SignInAttempt,
) {
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(request.url, deps.settings.publicUrl), {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
    ...(attempt.reauth ? { maxAge: maxAuthAgeSeconds } : {}),
  });
  const claims = tokens.claims();
  if (
    !claims ||
    typeof claims.email !== 'string' ||
    claims.email_verified !== true ||
    !printablePattern.test(claims.email)
  )
    throw new Refusal('user-not-authenticated');
  const authenticatedAt = claims.auth_time === undefined ? null : new Date(claims.auth_time * 1_000);
  return { issuer: claims.iss, subject: claims.sub, email: claims.email, authenticatedAt };
}

type Identity = Awaited<ReturnType<typeof readClaims>>;

async function signIn(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  identity: Identity & Pick<SignInAttempt, 'invitation' | 'next'>,
): Promise<string> {
  const device = request.headers['user-agent'] ?? '';
  const { next, ...claims } = identity;
  const result = await signInFederated(deps.domain, { ...claims, device, knownDevice: knownDevice(deps, request) });
  if (result.kind === 'session') {
    await endOlderSession(deps, request);
    setSessionCookie(deps, reply, result);
    setDeviceCookie(deps, reply, result.knownDevice);
    return next ?? '/account';
  }
  reply.setCookie(cookieName(deps, pendingCookie), result.token, {
    ...cookieAttributes(deps),
    expires: result.expiresAt,
  });
  return withNext(`/setusername?uid=${result.uid}`, next);
}

/** Ends the earlier session of a browser that signs in again. */
async function endOlderSession(deps: Deps, request: FastifyRequest): Promise<void> {
  const older = await sessionOf(deps, request);
  if (!older) return;
  await logOut(deps.domain, older);
  deps.sessions.evict(older.sessionId);
}

async function reauthenticate(deps: Deps, request: FastifyRequest, identity: Identity): Promise<string> {
  const session = await sessionOf(deps, request);
  if (
    !session ||
    identity.authenticatedAt === null ||
    !(await isOwnIdentity(deps.domain, session.userId, identity.issuer, identity.subject))
  ) {
    throw new Refusal('user-not-authenticated');
  }
  await markReauthenticated(deps.domain, session, identity.authenticatedAt);
  return '/account?reauthenticated=1';
}

/** Serves sign-in by OpenID Connect: authorization code with PKCE, state and nonce. */
export function serveFederatedSignIn(app: FastifyInstance, deps: Deps): void {
  const { google, developmentSignIn } = deps.settings;
  if (!google && !developmentSignIn) return;
  if (!google) serveStandIn(app, deps);
  const client = federatedClient(deps);
  const attributes = cookieAttributes(deps);
  const attemptName = cookieName(deps, attemptCookie);
  // There are no HEAD routes, because a link checker or preview must not use up a sign-in.
  const limited = { preHandler: limitPerAddress(deps), exposeHeadRoute: false };
  app.get<{ Querystring: Partial<Record<'popup' | 'reauth' | 'invitation' | 'next', unknown>> }>(
    '/auth/google',
    limited,
    async (request, reply) => {
      const { oidc, configuration } = await client();
      const attempt: SignInAttempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        popup: request.query.popup === '1',
        reauth: request.query.reauth === '1',
        invitation: readInvitation(request.query.invitation),
        next: readNext(deps, request.query.next),
      };
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: `${deps.settings.publicUrl}${callbackPath}`,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(attempt.reauth ? promptLogIn(google) : { prompt: google ? 'select_account' : 'login' }),
      });
      // This ends the session at the stand-in provider, so that the provider asks each time who signs in.
      if (!google) for (const name of standInSession) reply.clearCookie(name, { path: '/' });
      const encoded = Buffer.from(JSON.stringify(attempt)).toString('base64url');
      return reply.setCookie(attemptName, encoded, { ...attributes, maxAge: 600 }).redirect(address.href, 303);
    },
  );

  app.get(callbackPath, limited, async (request, reply) => {
    const attempt = readAttempt(deps, request);
    const requestedPage = readNext(deps, attempt?.next);
    reply.clearCookie(attemptName, attributes);
    try {
      if (!attempt) throw new Refusal('user-not-authenticated');
      const identity = await readClaims(deps, await client(), request, attempt);
      const next = attempt.reauth
        ? await reauthenticate(deps, request, identity)
        : await signIn(deps, request, reply, {
            ...identity,
            invitation: readInvitation(attempt.invitation),
            next: requestedPage,
          });
      return redirectToScreen(reply, attempt, next);
    } catch (error) {
      if (error instanceof Refusal && error.challenge !== undefined) {
        setChallengeCookie(deps, reply, error.challenge);
        return redirectToScreen(reply, attempt, withNext('/second-factor', requestedPage));
      }
      const screen = attempt?.reauth ? '/account' : '/login';
      return redirectToScreen(reply, attempt, withNext(`${screen}?error=${errorCode(deps, error)}`, requestedPage));
    }
  });
}

function errorCode(deps: Deps, error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  if ((error as { error?: string }).error === 'access_denied') return 'popup-closed-by-user';
  deps.domain.log.warn({ err: error }, 'a federated sign-in was not accepted');
  return 'user-not-authenticated';
}
