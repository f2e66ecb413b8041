import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of reports and moderation. */
export const moderationEndpoints: Endpoint[] = [
  {
    method: 'POST',
    url: '/reports',
    summary: 'Tells the moderators of a post, comment, message or member that the caller sees; again is harmless.',
    procedure: (caller) => caller.reports.create,
    input: contract.reportInput,
    status: 201,
  },
  {
    method: 'GET',
    url: '/moderation/reports',
    summary: 'For moderators: what waits for a decision, one case for each reported thing, oldest first.',
    procedure: (caller) => caller.moderation.cases,
    input: contract.moderationPageInput,
    output: contract.moderationCase,
    list: true,
  },
  {
    method: 'PATCH',
    url: '/moderation/reports/:caseId',
    summary: 'For moderators: decides a case; the first decision holds.',
    procedure: (caller) => caller.moderation.decide,
    input: contract.decideInput,
  },
  {
    method: 'POST',
    url: '/moderation/reports/:caseId/undo',
    summary: 'For moderators: takes a decision back, so that the case is open again.',
    procedure: (caller) => caller.moderation.undo,
    input: contract.undoInput,
  },
  {
    method: 'GET',
    url: '/moderation/log',
    summary: 'For moderators: what was decided and by whom, newest first.',
    procedure: (caller) => caller.moderation.log,
    input: contract.moderationPageInput,
    output: contract.moderationEntry,
    list: true,
  },
];
