import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of the two-step log-in. */
export const secondFactorEndpoints: Endpoint[] = [
  {
    method: 'POST',
    url: '/auth/login/second-factor',
    summary:
      'Completes a log-in that was answered `second-factor-required`; answers what the log-in answers, and sets the cookie.',
    procedure: (caller) => caller.secondFactor.enter,
    input: contract.secondFactorLogIn,
    output: contract.loginOutput,
    open: true,
  },
  {
    method: 'GET',
    url: '/auth/second-factor',
    summary: 'Whether the caller has a second factor.',
    procedure: (caller) => caller.secondFactor.state as never,
    output: contract.secondFactorState,
  },
  {
    method: 'POST',
    url: '/auth/second-factor',
    summary: 'A secret for an authenticator app; needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.secondFactor.begin as never,
    output: contract.secondFactorSetUp,
    status: 201,
  },
  {
    method: 'POST',
    url: '/auth/second-factor/confirm',
    summary:
      'Turns the second factor on by a code of the app; answers ten recovery codes, which only this response contains.',
    procedure: (caller) => caller.secondFactor.confirm,
    input: contract.secondFactorCode,
    output: contract.recoveryCodes,
  },
  {
    method: 'POST',
    url: '/auth/second-factor/recovery-codes',
    summary: 'Ten new recovery codes in place of the old; needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.secondFactor.renewCodes as never,
    output: contract.recoveryCodes,
    status: 201,
  },
  {
    method: 'DELETE',
    url: '/auth/second-factor',
    summary: 'Turns the second factor off; needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.secondFactor.remove as never,
    status: 204,
  },
];
