import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of invitation links. */
export const invitationEndpoints: Endpoint[] = [
  {
    method: 'POST',
    url: '/invitations',
    summary: 'Makes an invitation, where members may; only this response contains its code.',
    procedure: (caller) => caller.invitations.create,
    input: contract.invitationTerms,
    output: contract.madeInvitation,
    status: 201,
  },
  {
    method: 'GET',
    url: '/invitations',
    summary: 'The caller’s open invitations, newest first.',
    procedure: (caller) => caller.invitations.list as never,
    output: contract.invitation,
    list: true,
  },
  {
    method: 'DELETE',
    url: '/invitations/:code',
    summary: 'Takes an invitation of the caller back, by its code or its invitationId.',
    procedure: (caller) => caller.invitations.revoke,
    input: contract.invitationInput,
  },
];
