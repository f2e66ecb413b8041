import * as contract from '@kith/contracts';
import type { Door } from './door.ts';

/** Identity, at the contract's paths. */
export const authDoors: Door[] = [
  {
    method: 'POST',
    url: '/auth/login',
    summary: 'Signs in by username or e-mail; sets the cookie.',
    procedure: (caller) => caller.auth.login,
    input: contract.loginInput,
    output: contract.loginOutput,
    open: true,
  },
  {
    method: 'POST',
    url: '/auth/username',
    summary: 'Completes a federated sign-up in the browser that began it.',
    procedure: (caller) => caller.auth.chooseUserName,
    input: contract.chooseUserNameInput,
    output: contract.loginOutput,
    status: 201,
    open: true,
  },
  {
    method: 'POST',
    url: '/auth/logout',
    summary: 'Ends this session.',
    procedure: (caller) => caller.auth.logout as never,
  },
  {
    method: 'GET',
    url: '/auth/session',
    summary: 'Who is signed in.',
    procedure: (caller) => caller.auth.session as never,
    output: contract.sessionOutput,
  },
  {
    method: 'POST',
    url: '/auth/password-reset',
    summary: 'Mails a reset link; answers the same for any address.',
    procedure: (caller) => caller.auth.requestPasswordReset,
    input: contract.requestPasswordResetInput,
    message: 'Password reset email sent. Please check your inbox.',
    open: true,
  },
  {
    method: 'POST',
    url: '/auth/password-reset/confirm',
    summary: 'Sets a new password by a mailed code, once; ends every session of the account.',
    procedure: (caller) => caller.auth.confirmPasswordReset,
    input: contract.confirmPasswordResetInput,
    open: true,
  },
  {
    method: 'POST',
    url: '/auth/reauthenticate',
    summary: 'Proves again who the caller is.',
    procedure: (caller) => caller.auth.reauthenticate,
    input: contract.reauthenticateInput,
  },
  {
    method: 'POST',
    url: '/auth/password',
    summary: 'Sets a new password by the current one; ends every other session of the account.',
    procedure: (caller) => caller.auth.changePassword,
    input: contract.changePasswordInput,
  },
];
