import { webhookEvents } from '@kith/contracts';
import { exampleOf } from './examples.ts';
import { type Schema, schemaOf } from './schema.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The requests that a webhook gets, by the `type` of their event. */
export const webhookRequests = (named: Record<string, Schema>): object =>
  Object.fromEntries(
    Object.entries(webhookEvents).map(([event, data]) => {
      const schema = {
        type: 'object',
        required: ['type', 'timestamp', 'data'],
        properties: {
          type: { const: event },
          timestamp: { type: 'string', format: 'date-time' },
          data: schemaOf(data, 'output'),
        },
      };
      const post = {
        operationId: event.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
        summary: `The event ${event}.`,
        description: 'Signed as Standard Webhooks describes. Respond with 2xx, or with 410 to switch the webhook off.',
        tags: ['webhooks'],
        security: [],
        parameters: [
          header('webhook-id', 'The id of the delivery, the same for each attempt.'),
          header('webhook-timestamp', 'The time of this attempt, in seconds.'),
          header('webhook-signature', '`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by full stops.'),
        ],
        requestBody: { required: true, content: { 'application/json': { schema, example: exampleOf(schema, named) } } },
        responses: {
          '200': { description: 'Received' },
          '410': { description: 'The webhook is switched off' },
        },
      };
      return [event, { post }];
    }),
  );
