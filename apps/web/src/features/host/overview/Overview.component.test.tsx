import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../../../testing/answers.ts';
import { sampleOverview, sampleSettings } from '../../../testing/hostSamples.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { page } from '../../../testing/samples.ts';
import { Overview } from './Overview.tsx';

async function open(part: Parameters<typeof sampleOverview>[0], answers: Answers = {}) {
  const overview = { 'host.overview': () => sampleOverview(part), 'host.settings': () => sampleSettings() };
  return renderOnPage(<Overview />, { answers: { ...overview, ...answers }, at: '/server' });
}

test('a server on which all is well says so, and shows storage by kind as text', async () => {
  const { screen } = await open({});
  await expect.element(screen.getByRole('status').getByText('All is well')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Before your friends come' }).query()).toBeNull();
  const storage = screen.getByRole('region', { name: 'Storage' });
  await expect.element(storage.getByRole('listitem').nth(0)).toHaveTextContent('Pictures 750 MB');
  await expect.element(storage.getByRole('listitem').nth(1)).toHaveTextContent('Backups 250 MB');
  await expect.element(storage.getByText('40 GB of 100 GB free')).toBeVisible();
});

test('problems come first, and the check-list leads to what is left to do', async () => {
  const { screen, router } = await open({
    problems: [{ code: 'disk-full', since: null, text: 'The disk is almost full. Delete old backups.' }],
    checklist: [
      { step: 'mail', done: true },
      { step: 'invitations', done: false },
    ],
  });
  await expect.element(screen.getByRole('heading', { level: 2 }).first()).toHaveTextContent('Needs your attention');
  await expect.element(screen.getByText('The disk is almost full. Delete old backups.')).toBeVisible();
  await expect.element(screen.getByText('Mail arrives (done)')).toBeVisible();
  await expect.element(screen.getByText('Friends are invited (to do)')).toBeVisible();
  await screen.getByRole('link', { name: 'Joining' }).click();
  expect(router.state.location.pathname).toBe('/server/joining');
});

test('while the queue does not answer, the problem and the rest are there', async () => {
  const problem = { code: 'redis-unavailable', since: null, text: 'Redis does not answer.' };
  const { screen } = await open({ queue: null, problems: [problem] });
  await expect.element(screen.getByText('Redis does not answer.')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Behind the scenes' }).getByText('64 MB')).toBeVisible();
});

test('a test mail that the mail server refuses is reported in its words, and one that became a file as such', async () => {
  let refused = true;
  let toFile = false;
  const { screen } = await open(
    {},
    {
      'host.testMail': () => {
        if (refused) throw new Refusal('mail-failed', {}, undefined, '550 no such user');
        return { toFile };
      },
    },
  );
  await screen.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect
    .element(screen.getByRole('alert').getByText('The mail could not be sent. 550 no such user'))
    .toBeVisible();
  refused = false;
  await screen.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect.element(screen.getByText('The mail server took it. Look into alice@kith.example.')).toBeVisible();
  toFile = true;
  await screen.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect.element(screen.getByText('This server writes mails to files; nobody gets them.')).toBeVisible();
});

test('a problem leads to where it is solved, and a restored copy is confirmed with the password', async () => {
  let restored = true;
  let proven = false;
  const failed = { code: 'failed-jobs', since: null, text: '2 jobs have failed for good.' };
  const copy = { code: 'restored-copy', since: null, text: 'This is a restored copy.' };
  const { screen, router } = await open(
    {},
    {
      'host.overview': () => sampleOverview({ problems: restored ? [failed, copy] : [failed] }),
      'host.confirmRestore': () => {
        if (!proven) throw new Refusal('reauthentication-required');
        restored = false;
      },
      'auth.reauthenticate': () => {
        proven = true;
      },
      'passkeys.list': () => page(),
    },
  );
  await screen.getByRole('button', { name: 'This is the real server' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Is this the real server?' });
  await dialog.getByRole('button', { name: 'This is the real server' }).click();
  await dialog.getByLabelText('Your password', { exact: true }).fill('friends1!');
  await dialog.getByRole('button', { name: 'This is the real server' }).click();
  await expect.element(screen.getByText('This is a restored copy.')).not.toBeInTheDocument();
  await screen.getByRole('listitem').filter({ hasText: '2 jobs' }).getByRole('link', { name: 'Failed jobs' }).click();
  expect(router.state.location.pathname).toBe('/server/jobs');
});
