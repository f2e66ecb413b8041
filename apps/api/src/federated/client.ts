import * as oidc from 'openid-client';
import type { Deps } from '../deps.ts';
import { standInClient, standInPath } from './standIn.ts';

export const callbackPath = '/auth/google/callback';

async function configure(deps: Deps): Promise<oidc.Configuration> {
  const { google } = deps.settings;
  if (google) return oidc.discovery(new URL(google.issuer), google.clientId, google.clientSecret);
  // The stand-in runs in this process: the server calls it on its own address, the browser on the public one.
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

/** The OpenID Connect client; signatures of id tokens are verified although they come over a direct connection. */
export function federatedClient(deps: Deps): () => Promise<oidc.Configuration> {
  let configuration: Promise<oidc.Configuration> | undefined;
  return () => {
    configuration ??= configure(deps).then((made) => {
      oidc.enableNonRepudiationChecks(made);
      return made;
    });
    // A failed discovery is not cached, so the next sign-in retries it.
    configuration.catch(() => {
      configuration = undefined;
    });
    return configuration;
  };
}
