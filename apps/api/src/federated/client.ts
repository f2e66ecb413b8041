import type * as openidClient from 'openid-client';
import type { Deps } from '../deps.ts';
import { standInClient, standInPath } from './standIn.ts';

export const callbackPath = '/auth/google/callback';

type Library = typeof openidClient;

/** The OpenID Connect library, which is loaded at the first sign-in, and the client for the provider. */
export interface FederatedClient {
  oidc: Library;
  configuration: openidClient.Configuration;
}

async function configure(deps: Deps, oidc: Library): Promise<openidClient.Configuration> {
  const { google } = deps.settings;
  if (google) return oidc.discovery(new URL(google.issuer), google.clientId, google.clientSecret);
  // The stand-in, an identity provider for development, runs in this process: the server calls it at its local address, the
  // browser at the public one.
  const here = `http://${deps.settings.host === '0.0.0.0' ? '127.0.0.1' : deps.settings.host}:${deps.settings.port}${standInPath}`;
  const issuer = `${deps.settings.publicUrl}${standInPath}`;
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${here}/token`,
    jwks_uri: `${here}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const { id, secret } = standInClient;
  const configuration = new oidc.Configuration(server, id, secret, oidc.ClientSecretPost(secret));
  oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** The OpenID Connect client. It verifies the signatures of id tokens, although the tokens come directly from the provider. */
export function federatedClient(deps: Deps): () => Promise<FederatedClient> {
  let client: Promise<FederatedClient> | undefined;
  const make = async (): Promise<FederatedClient> => {
    const oidc = await import('openid-client');
    const configuration = await configure(deps, oidc);
    oidc.enableNonRepudiationChecks(configuration);
    return { oidc, configuration };
  };
  return () => {
    client ??= make();
    // A failed discovery is not cached, so the next sign-in retries it.
    client.catch(() => {
      client = undefined;
    });
    return client;
  };
}
