/**
 * A session of the WebDriver server at `origin`. Sends commands of the W3C protocol, and throws the errors that the server
 * returns.
 */
export interface Session {
  post<T = unknown>(path: string, body?: unknown): Promise<T>;
  get<T = unknown>(path: string): Promise<T>;
  remove(path?: string): Promise<void>;
}

export async function newSession(origin: string, capabilities: object): Promise<Session> {
  const made = await ask<{ sessionId: string }>('POST', `${origin}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const base = `${origin}/session/${made.sessionId}`;
  return {
    post: (path, body = {}) => ask('POST', base + path, body),
    get: (path) => ask('GET', base + path),
    remove: (path = '') => ask('DELETE', base + path),
  };
}

async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
  const answer = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`);
  return value;
}
