import { expect, test } from 'vitest';
import { renderOnPage } from '../../testing/render.tsx';
import { bob } from '../../testing/samples.ts';
import { AboutPage } from './AboutPage.tsx';

const server = {
  name: 'Lake house',
  description: 'We swim.',
  rules: 'Be kind.',
  pictureUrl: null,
  signUp: 'open',
  members: 20,
};

const open = (answer: () => object) =>
  renderOnPage(<AboutPage />, { answers: { 'server.get': answer }, at: '/about' }).then(({ screen }) => screen);

test('members see who runs the server, visitors do not', async () => {
  const member = await open(() => ({ ...server, hosts: [bob] }));
  await expect.element(member.getByRole('heading', { level: 1, name: 'Lake house' })).toBeVisible();
  await expect.element(member.getByText('20+ members')).toBeVisible();
  await expect.element(member.getByRole('link', { name: 'bob' })).toBeVisible();
  const visitor = await open(() => ({ ...server, members: null }));
  await expect.element(visitor.getByText('Be kind.')).toBeVisible();
  expect(visitor.getByText('Who runs it').query()).toBeNull();
  expect(visitor.getByText(/members$/).query()).toBeNull();
});

test('what holds on every server can be read without a connection', async () => {
  const screen = await open(() => {
    throw new TypeError('Failed to fetch');
  });
  await expect.element(screen.getByText(/^Whoever has access to the machine/)).toBeVisible();
});
