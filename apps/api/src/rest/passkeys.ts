import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of passkeys. Options and answers are in WebAuthn's JSON form. */
export const passkeyEndpoints: Endpoint[] = [
  {
    method: 'POST',
    url: '/auth/passkeys/options',
    summary: 'Options for a new passkey; needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.passkeys.begin as never,
    output: contract.passkeyOptions,
  },
  {
    method: 'POST',
    url: '/auth/passkeys',
    summary: 'Stores a new passkey.',
    procedure: (caller) => caller.passkeys.add,
    input: contract.newPasskey,
    output: contract.passkey,
    status: 201,
  },
  {
    method: 'GET',
    url: '/auth/passkeys',
    summary: 'The caller’s passkeys, newest first.',
    procedure: (caller) => caller.passkeys.list as never,
    output: contract.passkey,
    list: true,
  },
  {
    method: 'PATCH',
    url: '/auth/passkeys/:passkeyId',
    summary: 'Names a passkey.',
    procedure: (caller) => caller.passkeys.rename,
    input: contract.passkeyName,
    output: contract.passkey,
  },
  {
    method: 'DELETE',
    url: '/auth/passkeys/:passkeyId',
    summary: 'Removes a passkey; needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.passkeys.remove,
    input: contract.passkeyById,
    status: 204,
  },
  {
    method: 'POST',
    url: '/auth/passkeys/login/options',
    summary: 'Options to log in by a passkey; the same for everybody.',
    procedure: (caller) => caller.passkeys.ask as never,
    output: contract.passkeyOptions,
    open: true,
  },
  {
    method: 'POST',
    url: '/auth/passkeys/login',
    summary:
      'Logs in by a passkey, alone or in place of a second factor; answers what the log-in answers, and sets the cookie.',
    procedure: (caller) => caller.passkeys.enter,
    input: contract.passkeyAnswer,
    output: contract.loginOutput,
    open: true,
  },
  {
    method: 'POST',
    url: '/auth/passkeys/reauthenticate',
    summary: 'Proves again who the caller is, by one of their passkeys and the options of a log-in.',
    procedure: (caller) => caller.passkeys.reauthenticate,
    input: contract.passkeyAnswer,
  },
];
