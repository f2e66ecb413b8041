import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of blocks and mutes. */
export const blockAndMuteEndpoints: Endpoint[] = [
  {
    method: 'GET',
    url: '/blocks',
    summary: 'Whom the caller has blocked.',
    procedure: (caller) => caller.users.blocks,
    input: contract.pageInput,
    output: contract.userSummary,
    list: true,
  },
  {
    method: 'POST',
    url: '/blocks',
    summary: 'Neither of the two sees or reaches the other; again is harmless.',
    procedure: (caller) => caller.users.block,
    input: contract.userByIdInput,
  },
  {
    method: 'DELETE',
    url: '/blocks',
    summary: 'Lifts the caller’s block; again is harmless.',
    procedure: (caller) => caller.users.unblock,
    input: contract.userByIdInput,
  },
  {
    method: 'GET',
    url: '/mutes',
    summary: 'Whom the caller has muted.',
    procedure: (caller) => caller.users.mutes,
    input: contract.pageInput,
    output: contract.mutedUser,
    list: true,
  },
  {
    method: 'POST',
    url: '/mutes',
    summary: 'Keeps somebody from the caller’s feed, explore and notifications; again is harmless.',
    procedure: (caller) => caller.users.mute,
    input: contract.muteInput,
  },
  {
    method: 'DELETE',
    url: '/mutes',
    summary: 'Lifts the caller’s mute; again is harmless.',
    procedure: (caller) => caller.users.unmute,
    input: contract.userByIdInput,
  },
];
