import { expect, test } from 'vitest';
import { page as viewport } from 'vitest/browser';
import { type Answers, inputsOf, Refusal } from '../../testing/answers.ts';
import { sampleOverview, sampleSettings } from '../../testing/hostSamples.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { bob, page } from '../../testing/samples.ts';
import { ServerScreen } from './ServerScreen.tsx';

const closed = { signUp: 'closed', membersInvite: false };
const answers: Answers = {
  'host.overview': () => sampleOverview(),
  'host.settings': () => sampleSettings({ signUp: 'closed' }),
  'auth.options': () => closed,
  'host.log': () => page(),
  'host.invitations': () => page(),
};

const open = (part: string | undefined, given: Answers = {}, viewer: object = { host: true, moderator: true }) =>
  renderOnPage(<ServerScreen part={part} />, {
    answers: { ...answers, ...given },
    viewer,
    at: `/server/${part ?? ''}`,
  });

test('others than hosts, and parts that do not exist, lead to the page that nothing is there', async () => {
  const moderator = await open('members', {}, { moderator: true, host: false });
  await expect.poll(() => moderator.router.state.location.pathname).toBe('/404');
  const unknown = await open('cellar');
  await expect.poll(() => unknown.router.state.location.pathname).toBe('/404');
});

test('on a phone the list of parts is a screen of its own', async () => {
  await viewport.viewport(390, 844);
  const list = await open(undefined);
  await expect.element(list.screen.getByRole('heading', { level: 1, name: 'Server' })).toBeVisible();
  expect(list.screen.getByText('All is well').query()).toBeNull();
  const part = await open('overview');
  await expect.element(part.screen.getByText('All is well')).toBeVisible();
  expect(part.screen.getByRole('navigation', { name: 'Server' }).query()).toBeNull();
  await viewport.viewport(1280, 860);
  const beside = await open(undefined);
  await expect.element(beside.screen.getByText('All is well')).toBeVisible();
  await expect.element(beside.screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
});

test('who may join changes at once, and back if the server refuses it', async () => {
  let refused = true;
  const { screen } = await open('joining', {
    'host.change': (changes: object) => {
      if (refused) throw new Refusal('internal');
      return sampleSettings({ signUp: 'closed', ...changes });
    },
  });
  await screen.getByRole('radio', { name: 'Whoever is invited' }).click();
  await expect.element(screen.getByRole('radio', { name: 'Nobody' })).toBeChecked();
  refused = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('radio', { name: 'Whoever is invited' })).toBeChecked();
  expect(inputsOf('host.change')).toEqual([{ signUp: 'invitation' }, { signUp: 'invitation' }]);
});

test('an invitation of another member is taken back after a question', async () => {
  const invitation = { invitationId: 7, uses: 10, usesLeft: 4, createdAt: '2026-05-01T03:00:00.000Z' };
  let left = [{ ...invitation, expiresAt: '2026-06-01T03:00:00.000Z', inviter: bob }];
  const { screen } = await open('joining', {
    'host.invitations': () => page(...left),
    'host.revokeInvitation': () => {
      left = [];
    },
  });
  const row = screen.getByRole('listitem').filter({ hasText: '4 of 10 left' });
  await expect.element(row.getByText(bob.userName)).toBeVisible();
  await row.getByRole('button', { name: 'Take back' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await expect.element(screen.getByText('None', { exact: true })).toBeVisible();
  expect(inputsOf('host.revokeInvitation')).toEqual([{ invitationId: 7 }]);
});

test('an invitation that the host makes appears among those of all', async () => {
  const terms = { invitationId: 8, uses: 10, usesLeft: 10, inviter: bob };
  const invitation = { ...terms, createdAt: '2026-05-01T03:00:00.000Z', expiresAt: '2026-06-01T03:00:00.000Z' };
  let made = false;
  const { screen } = await open('joining', {
    'host.settings': () => sampleSettings({ signUp: 'invitation' }),
    'auth.options': () => ({ signUp: 'invitation', membersInvite: true }),
    'host.invitations': () => page(...(made ? [invitation] : [])),
    'invitations.joined': () => page(),
    'invitations.create': () => {
      made = true;
      return { ...invitation, code: 'code', url: 'https://lake.example/signup?invitation=code' };
    },
  });
  await expect.element(screen.getByText('None', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'QR code' }).click();
  await expect.element(screen.getByText(/^10 of 10 left/)).toBeVisible();
});

test('what the environment decides is disabled, with the name of its variable', async () => {
  const setByEnvironment = [{ setting: 'signUp', variable: 'SIGN_UP' }];
  const { screen } = await open('joining', {
    'host.settings': () => sampleSettings({ signUp: 'closed', setByEnvironment }),
  });
  await expect
    .element(screen.getByRole('group', { name: 'Who can join' }))
    .toHaveAccessibleDescription('Set by SIGN_UP on the server.');
  await expect.element(screen.getByRole('radio', { name: 'Everybody' })).toBeDisabled();
  await expect.element(screen.getByRole('switch', { name: 'Announce new members' })).toBeEnabled();
});

test('the words of the server are saved together, and what is wrong is said at its field', async () => {
  let refusal: Refusal | undefined = new Refusal('invalid-input', { name: 'name-required' });
  const { screen } = await open('server', {
    'host.change': (changes: object) => {
      if (refusal) throw refusal;
      return sampleSettings(changes);
    },
  });
  const save = screen.getByRole('button', { name: 'Save Changes' });
  await expect.element(save).toBeDisabled();
  await screen.getByLabelText('Name', { exact: true }).fill(' ');
  await screen.getByLabelText('House rules').fill('Be kind.');
  await save.click();
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveAccessibleDescription(/^Write a name/);
  refusal = undefined;
  await screen.getByLabelText('Name', { exact: true }).fill('Boat house');
  await save.click();
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  expect(inputsOf('host.change').at(-1)).toEqual({ name: 'Boat house', rules: 'Be kind.' });
  await expect.element(save).toBeDisabled();
});

test('a new name of the server shows at once beside its field and in the title of the tab', async () => {
  await viewport.viewport(1280, 860);
  const { screen } = await open('server', { 'host.change': sampleSettings });
  await screen.getByLabelText('Name', { exact: true }).fill('Boat house');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.element(screen.getByRole('navigation', { name: 'Server' }).getByText('Boat house')).toBeVisible();
  await expect.poll(() => document.title).toBe('Name and rules · Boat house');
});

test('what is typed while the words are being saved stays', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { screen } = await open('server', { 'host.change': () => promise });
  const save = screen.getByRole('button', { name: 'Save Changes' });
  const rules = screen.getByLabelText('House rules');
  await screen.getByLabelText('Name', { exact: true }).fill('Boat house');
  await rules.fill('Be kind.');
  await save.click();
  await rules.fill('Be kind. Ask first.');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  resolve(sampleSettings({ name: 'Boat house', rules: 'Be kind.' }));
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  await expect.element(rules).toHaveValue('Be kind. Ask first.');
  await expect.element(save).toBeEnabled();
});

test('a backup shows its progress and then appears in the list; without a folder a sentence says what to set', async () => {
  const backup = { file: 'kith-1.tar', at: '2026-05-01T03:00:00.000Z', bytes: 80_000_000, verified: true };
  let running: { since: string; bytes: number } | null = null;
  const items = [backup];
  const { screen } = await open('backups', {
    'host.backups': () => ({ items, running, lastError: null }),
    'host.startBackup': () => undefined,
  });
  const row = screen.getByRole('listitem').filter({ hasText: 'kith-1.tar' });
  await expect.element(row.getByText(/^80\sMB$/)).toBeVisible();
  await expect.element(row.getByText('checked', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Back up now' }).click();
  await expect.poll(() => inputsOf('host.backups').length).toBeGreaterThan(1);
  // The queue gets the backup after the first look at it.
  running = { since: backup.at, bytes: 20_000_000 };
  await expect.element(screen.getByText('Backing up: 20 MB so far…')).toBeVisible();
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  running = null;
  items.unshift({ ...backup, file: 'kith-2.tar' });
  await expect.element(screen.getByText('kith-2.tar')).toBeVisible();
  await expect.element(screen.getByRole('progressbar')).not.toBeInTheDocument();
  const without = await open('backups', {
    'host.backups': () => {
      throw new Refusal('no-backup-folder');
    },
  });
  await expect.element(without.screen.getByText(/^Set BACKUP_DIR to a folder/)).toBeVisible();
});

test('a failed job is retried or dropped, and leaves the list', async () => {
  const job = {
    name: 'push.send',
    text: 'Send a push to a device',
    member: bob,
    failedAt: '2026-05-01T03:00:00.000Z',
    cause: '550 no such user',
  };
  let jobs = [
    { ...job, jobId: 'a' },
    { ...job, jobId: 'b', member: null },
  ];
  const leave = ({ jobId }: { jobId: string }) => {
    jobs = jobs.filter((each) => each.jobId !== jobId);
  };
  const { screen } = await open('jobs', {
    'host.jobs': () => page(...jobs),
    'host.retryJob': leave,
    'host.dropJob': leave,
  });
  await expect.element(screen.getByText('550 no such user').first()).toBeVisible();
  await expect.element(screen.getByText('Send a push to a device').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Retry' }).first().click();
  await expect.poll(() => screen.getByText('550 no such user').elements().length).toBe(1);
  await screen.getByRole('button', { name: 'Drop' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Drop' }).click();
  await expect.element(screen.getByText('No failed jobs')).toBeVisible();
});

test('the log says who did what to whom', async () => {
  const entry = { entryId: 2, at: '2026-05-01T03:00:00.000Z', by: bob, member: null, details: 'name, rules' };
  const { screen } = await open('log', {
    'host.log': () =>
      page(
        { ...entry, action: 'server-changed' },
        { ...entry, entryId: 1, action: 'member-disabled', by: null, member: bob, details: 'Spam' },
        { ...entry, entryId: 0, action: 'test-mail-sent', details: 'failed' },
      ),
  });
  await expect.element(screen.getByText('Spam')).toBeVisible();
  await expect.element(screen.getByText('Settings changed')).toBeVisible();
  await expect.element(screen.getByText('Name, House rules')).toBeVisible();
  await expect.element(screen.getByText(/^The server, or/)).toBeVisible();
  await expect.element(screen.getByText('Test mail not sent')).toBeVisible();
  expect(screen.getByText('failed', { exact: true }).query()).toBeNull();
});
