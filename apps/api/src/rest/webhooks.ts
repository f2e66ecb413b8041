import * as contract from '@kith/contracts';
import type { Endpoint } from './endpoint.ts';

/** The REST routes of webhooks: addresses that are notified of events. */
export const webhookEndpoints: Endpoint[] = [
  {
    method: 'POST',
    url: '/webhooks',
    summary:
      'Makes a webhook; only this response contains its secret. Needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.webhooks.create,
    input: contract.webhookInput,
    output: contract.madeWebhook,
    status: 201,
  },
  {
    method: 'GET',
    url: '/webhooks',
    summary: 'The caller’s webhooks, each with what was last sent to it.',
    procedure: (caller) => caller.webhooks.list as never,
    output: contract.webhook,
    list: true,
  },
  {
    method: 'DELETE',
    url: '/webhooks/:webhookId',
    summary: 'Deletes a webhook with what waits for it.',
    procedure: (caller) => caller.webhooks.remove,
    input: contract.webhookById,
    status: 204,
  },
  {
    method: 'POST',
    url: '/webhooks/:webhookId/enable',
    summary: 'Switches on again what was switched off because its address failed; again is harmless.',
    procedure: (caller) => caller.webhooks.enable,
    input: contract.webhookById,
    output: contract.webhook,
  },
  {
    method: 'POST',
    url: '/webhooks/:webhookId/test',
    summary: 'Sends the event `webhook.test`.',
    procedure: (caller) => caller.webhooks.test,
    input: contract.webhookById,
  },
];
