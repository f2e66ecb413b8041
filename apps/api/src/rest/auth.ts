import type { OpenDoor } from './door.ts';

/** Identity, at the contract's paths. */
export function authDoors(open: OpenDoor): void {
  open('POST', '/auth/login', async ({ caller, body }) => ({ data: await caller.auth.login(body as never) }));
  open('POST', '/auth/username', async ({ caller, body }) => ({
    data: await caller.auth.chooseUserName(body as never),
    status: 201,
  }));
  open('POST', '/auth/logout', async ({ caller }) => ({ data: await caller.auth.logout() }));
  open('GET', '/auth/session', async ({ caller }) => ({ data: await caller.auth.session() }));
  open('POST', '/auth/password-reset', async ({ caller, body }) => ({
    data: await caller.auth.requestPasswordReset(body as never),
    message: 'Password reset email sent. Please check your inbox.',
  }));
  open('POST', '/auth/password-reset/confirm', async ({ caller, body }) => ({
    data: await caller.auth.confirmPasswordReset(body as never),
  }));
  open('POST', '/auth/reauthenticate', async ({ caller, body }) => ({
    data: await caller.auth.reauthenticate(body as never),
  }));
}
