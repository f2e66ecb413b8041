import { expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { type Answers, inputsOf, Refusal } from '../../../testing/answers.ts';
import { sampleMember } from '../../../testing/hostSamples.ts';
import { alice, renderOnPage } from '../../../testing/render.tsx';
import { bob, page } from '../../../testing/samples.ts';
import { Members } from './Members.tsx';

const carol = { userId: 3, userName: 'carol', displayName: 'Carol Reed', profilePicture: null };

async function open(answers: Answers) {
  const { screen } = await renderOnPage(<Members />, { answers, at: '/server/members' });
  const choose = async (name: string, item: string) => {
    await screen.getByRole('button', { name: `Actions for ${name}` }).click();
    await screen.getByRole('menuitem', { name: item }).click();
  };
  return { screen, choose };
}

test('members are found by words and filters, and each row says what helps a host', async () => {
  const me = sampleMember({ ...alice, host: true, moderator: true } as never);
  const member = sampleMember({ ...carol, emailConfirmed: false, invitedBy: bob, lastSeen: null });
  const answers = {
    'host.members': ({ filter }: { filter: string }) => page(...(filter === 'all' ? [me, member] : [])),
  };
  const { screen } = await open(answers);
  const row = screen.getByRole('listitem').filter({ hasText: 'Carol Reed' });
  await expect.element(row.getByText('Address unconfirmed')).toBeVisible();
  await expect.element(row.getByText(/^Never here · 12.5\sMB · invited by bob$/)).toBeVisible();
  // Nobody acts on their own account here.
  await expect
    .element(screen.getByRole('button', { name: /^Actions for/ }))
    .toHaveAccessibleName('Actions for Carol Reed');
  await screen.getByRole('searchbox', { name: 'Search members' }).fill('car');
  await expect.poll(() => inputsOf('host.members').at(-1)).toMatchObject({ query: 'car', filter: 'all' });
  await screen.getByRole('button', { name: 'Disabled' }).click();
  await expect.element(screen.getByText('Nobody found')).toBeVisible();
});

test('on a narrow phone the filters stay on one line', async () => {
  await browser.viewport(320, 700);
  const { screen } = await open({ 'host.members': () => page() });
  const tops = () =>
    screen
      .getByRole('group', { name: 'Filter' })
      .getByRole('button')
      .elements()
      .map((each) => each.getBoundingClientRect().top);
  await expect.poll(tops).toHaveLength(5);
  expect(new Set(tops()).size).toBe(1);
});

test('disabling asks for a reason and, if the log-in is too old, for the password; the row changes at once', async () => {
  let disabledAt: string | null = null;
  let proven = false;
  const { screen, choose } = await open({
    'host.members': () => page(sampleMember({ disabledAt })),
    'host.disable': () => {
      if (!proven) throw new Refusal('reauthentication-required');
      disabledAt = '2026-05-02T10:00:00.000Z';
    },
    'auth.reauthenticate': () => {
      proven = true;
    },
    'passkeys.list': () => page(),
  });
  await choose('bob', 'Disable');
  const dialog = screen.getByRole('dialog', { name: 'Disable' });
  await dialog.getByLabelText('Reason').fill('Spam');
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await dialog.getByLabelText('Your password', { exact: true }).fill('friends1!');
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect.element(screen.getByText('bob is disabled.')).toBeVisible();
  await expect.element(screen.getByRole('listitem').getByText('Disabled')).toBeVisible();
  expect(inputsOf('host.disable').at(-1)).toEqual({ userId: bob.userId, reason: 'Spam' });
  await screen.getByRole('button', { name: 'Actions for bob' }).click();
  await expect.element(screen.getByRole('menuitem')).toHaveTextContent('Enable');
});

test('a member who logs in with Google is offered no link for a new password', async () => {
  const { screen } = await open({ 'host.members': () => page(sampleMember({ authProvider: 'google' })) });
  await screen.getByRole('button', { name: 'Actions for bob' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Disable' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: /new password/ }).query()).toBeNull();
});

test('a link for a new password is shown once', async () => {
  const { screen, choose } = await open({
    'host.members': () => page(sampleMember()),
    'host.resetLink': () => ({ url: 'https://lake.example/resetpassword?oobCode=secret' }),
  });
  await choose('bob', 'Make a link for a new password');
  await screen.getByRole('button', { name: 'Make link' }).click();
  await expect
    .element(screen.getByLabelText('Link for a new password'))
    .toHaveValue('https://lake.example/resetpassword?oobCode=secret');
  await screen.getByRole('button', { name: 'Done' }).click();
  await choose('bob', 'Make a link for a new password');
  await expect.element(screen.getByRole('button', { name: 'Make link' })).toBeVisible();
});

test('a host can be removed, and is not offered a smaller role', async () => {
  const { screen } = await open({
    'host.members': () => page(sampleMember({ host: true, moderator: true })),
    'host.remove': () => {
      throw new Refusal('last-host');
    },
  });
  await screen.getByRole('button', { name: 'Actions for bob' }).click();
  expect(screen.getByRole('menuitem', { name: /moderator/ }).query()).toBeNull();
  await screen.getByRole('menuitem', { name: 'Remove as host' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(screen.getByRole('dialog').getByRole('alert')).toBeVisible();
});
