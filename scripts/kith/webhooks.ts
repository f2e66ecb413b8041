import type { Deps } from '@kith/api/deps';
import { type WebhookView, webhookInput } from '@kith/contracts';
import { createWebhook, enableWebhook, listWebhooks, Refusal, removeWebhook, testWebhook } from '@kith/domain';
import { StartError } from '@kith/platform';
import { table } from './table.ts';

const usage = 'Usage: npm run kith -- webhook add URL | webhook list | webhook enable|test|remove ID';

type Command = (deps: Deps, rest: string[]) => Promise<string>;

const add: Command = async ({ domain }, [url = '', ...more]) => {
  const parsed = webhookInput.safeParse({ url });
  if (!parsed.success || more.length > 0)
    throw new StartError(`${usage}\nURL begins with https:// and a name, without a port.`);
  const { webhookId, secret } = await createWebhook(domain, null, parsed.data);
  return `${secret}\nThe secret of webhook ${webhookId}, which is not shown again. Its receiver verifies signatures by it.`;
};

const off = { gone: 'answered 410', inside: 'leads into a private network', failing: 'failed for a day' };

const stateOf = ({ offReason, deliveries }: WebhookView): string => {
  if (offReason) return `off: ${off[offReason]}`;
  const last = deliveries.find(({ answeredAt }) => answeredAt !== null);
  if (!last) return 'on';
  const next = last.nextAt === null ? '' : `, next ${last.nextAt}`;
  return `on: ${last.event} ${last.status ?? 'no answer'} at ${last.answeredAt}${next}`;
};

const list: Command = async ({ domain }) => {
  const { items } = await listWebhooks(domain, null);
  if (items.length === 0) return 'The server has no webhook.';
  return table(items.map((each) => [String(each.webhookId), each.url, stateOf(each)]));
};

const withId =
  (
    change: (domain: Deps['domain'], owner: null, input: { webhookId: number }) => Promise<unknown>,
    done: string,
  ): Command =>
  async ({ domain }, [text = '', ...more]) => {
    if (!/^[1-9]\d{0,14}$/.test(text) || more.length > 0) throw new StartError(usage);
    await change(domain, null, { webhookId: Number(text) }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not-found')
        throw new StartError(`The server has no webhook ${text}.`);
      throw error;
    });
    return `Webhook ${text} ${done}.`;
  };

/** The commands for webhooks of the whole server, which operators manage. */
export const webhookCommands: Record<string, Command> = {
  'webhook add': add,
  'webhook list': list,
  'webhook enable': withId(enableWebhook, 'is on'),
  'webhook test': withId(testWebhook, 'is sent a test'),
  'webhook remove': withId(removeWebhook, 'is deleted'),
};
