import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of API tokens. */
export const tokenEndpoints: Endpoint[] = [
  {
    method: 'POST',
    url: '/tokens',
    summary:
      'Makes a token, which only this response contains; needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.tokens.create,
    input: contract.tokenTerms,
    output: contract.madeToken,
    status: 201,
  },
  {
    method: 'GET',
    url: '/tokens',
    summary: 'The caller’s tokens, newest first.',
    procedure: (caller) => caller.tokens.list as never,
    output: contract.token,
    list: true,
  },
  {
    method: 'DELETE',
    url: '/tokens/:tokenId',
    summary: 'Revokes a token; its calls and streams end.',
    procedure: (caller) => caller.tokens.revoke,
    input: contract.tokenByIdInput,
    status: 204,
  },
];
