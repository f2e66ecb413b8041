import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../../../testing/answers.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { page } from '../../../testing/samples.ts';
import { WebhooksDialog } from './WebhooksDialog.tsx';

const url = 'https://hook.example/kith';
const delivery = { deliveryId: 9, event: 'webhook.test', status: null, answeredAt: null, nextAt: null };
const hook = { webhookId: 4, url, offReason: null, deliveries: [] as object[] };

async function open(answers: Answers) {
  const { screen } = await renderOnPage(<WebhooksDialog name="webhooks" covered={false} />, {
    at: '/account?popup=webhooks',
    answers: { 'webhooks.list': () => page(hook), ...answers },
  });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, button, field: screen.getByLabelText('Address') };
}

test('an address that is refused stays in the field, and one that is taken shows its secret once', async () => {
  const create = ({ url }: { url: string }) => {
    if (!url.startsWith('https://')) throw new Refusal('invalid-input', { url: 'outside-address' });
    return { secret: 'whsec_abc' };
  };
  const { screen, button, field } = await open({ 'webhooks.list': () => page(), 'webhooks.create': create });
  await expect.element(screen.getByText('None', { exact: true })).toBeVisible();
  await field.fill('http://hook.example');
  await button('Add webhook').click();
  await expect.element(field).toHaveAccessibleDescription(/^Give an address that begins with https/);
  await expect.element(field).toHaveValue('http://hook.example');
  await field.fill(url);
  await button('Add webhook').click();
  await expect.element(screen.getByLabelText('Its secret')).toHaveValue('whsec_abc');
  await expect.element(field).toHaveValue('');
});

test('a webhook is tested, and each delivery says what came of it', async () => {
  const createdAt = new Date().toISOString();
  const failed = { ...delivery, deliveryId: 8, answeredAt: createdAt, createdAt, nextAt: createdAt };
  const deliveries: object[] = [{ ...failed, deliveryId: 7, status: 500 }, failed];
  const test = () => void deliveries.unshift({ ...delivery, createdAt });
  const list = () => page({ ...hook, deliveries: [...deliveries] });
  const { screen, button } = await open({ 'webhooks.list': list, 'webhooks.test': test });
  const row = (text: string | RegExp) => screen.getByRole('list', { name: 'Last sent' }).getByText(text);
  await expect.element(row('answer 500')).toBeVisible();
  await expect.element(row('no answer')).toBeVisible();
  await expect.element(row(/^next\sattempt/).first()).toBeVisible();
  await button('Send a test').click();
  await expect.element(row('waiting')).toBeVisible();
  expect(inputsOf('webhooks.test')).toEqual([{ webhookId: 4 }]);
});

test('a webhook that was switched off says why and is switched on, and is removed', async () => {
  const hooks = [{ ...hook, offReason: 'gone' as string | null }];
  const enable = () => hooks.splice(0, 1, hook);
  const answers = {
    'webhooks.list': () => page(...hooks),
    'webhooks.enable': enable,
    'webhooks.remove': () => hooks.pop(),
  };
  const { screen, button } = await open(answers);
  await expect.element(screen.getByText('Switched off: the address says that it is gone for good.')).toBeVisible();
  expect(button('Send a test').query()).toBeNull();
  await button('Switch on').click();
  await expect.element(button('Send a test')).toBeVisible();
  await button(`Remove ${url}`).click();
  await expect.element(screen.getByText('None', { exact: true })).toBeVisible();
});
