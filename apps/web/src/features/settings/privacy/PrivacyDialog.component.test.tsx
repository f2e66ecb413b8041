import { expect, test } from 'vitest';
import type { OwnUser } from '../../../lib/types.ts';
import { type Answers, inputsOf, Refusal } from '../../../testing/answers.ts';
import { alice, renderOnPage } from '../../../testing/render.tsx';
import { PrivacyDialog } from './PrivacyDialog.tsx';

async function open(answers: Answers = {}, viewer: Partial<OwnUser> = {}) {
  const { screen, router } = await renderOnPage(<PrivacyDialog name="privacy" covered={false} />, {
    at: '/account?popup=privacy',
    answers: { 'users.update': () => alice, ...answers },
    viewer,
  });
  const field = (name: string) => screen.getByLabelText(name, { exact: true });
  const save = screen.getByRole('button', { name: 'Save Privacy Settings' });
  const isClosed = () => expect.poll(() => router.state.location.search).toEqual({});
  return { screen, field, save, isClosed };
}

test('choices are saved together, and nothing is sent when nothing was changed', async () => {
  const { screen, save, isClosed } = await open();
  await expect.element(screen.getByRole('radio', { name: 'Public' })).toBeChecked();
  await screen.getByRole('radio', { name: 'Private' }).click();
  await expect.element(screen.getByText(/^Only followers you accept see your posts/)).toBeVisible();
  await screen.getByRole('radio', { name: 'People I follow' }).click();
  await save.click();
  await isClosed();
  expect(inputsOf('users.update')).toEqual([
    { userId: 1, visibility: 'private', messagesFrom: 'following', publicPages: 'shown' },
  ]);
  const second = await open({}, { visibility: 'private' });
  await expect.element(second.screen.getByRole('radio', { name: 'Private' })).toBeChecked();
  await second.save.click();
  await second.isClosed();
  expect(inputsOf('users.update')).toEqual([]);
});

test('a new password is given with the current one and twice, and what is wrong is said at its field', async () => {
  const changePassword = ({ currentPassword, newPassword }: { currentPassword: string; newPassword: string }) => {
    if (currentPassword !== 'friends1!') throw new Refusal('incorrect-password');
    if (newPassword === 'short') throw new Refusal('invalid-input', { newPassword: 'password-rule' });
    return {};
  };
  const { screen, field, save, isClosed } = await open({ 'auth.changePassword': changePassword });
  for (const name of ['Current password', 'New password', 'Confirm password'])
    await expect.element(field(name)).toHaveAttribute('type', 'password');
  await field('New password').fill('secreta2!');
  await save.click();
  expect(screen.getByText('Password is required').elements()).toHaveLength(2);
  await field('Current password').fill('wrong1!');
  await field('Confirm password').fill('secreta3!');
  await save.click();
  await expect.element(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match');
  expect(inputsOf('auth.changePassword')).toEqual([]);
  await field('Confirm password').fill('secreta2!');
  await save.click();
  await expect.element(field('Current password')).toHaveAccessibleDescription('Incorrect password');
  await field('Current password').fill('friends1!');
  for (const name of ['New password', 'Confirm password']) await field(name).fill('short');
  await save.click();
  await expect.element(field('New password')).toHaveAccessibleDescription(/^Password must contain at least 6/);
  for (const name of ['New password', 'Confirm password']) await field(name).fill('secreta2!');
  await save.click();
  await expect
    .element(screen.getByText(/^Password changed\. .* passkeys, webhooks and tokens are removed/))
    .toBeVisible();
  await isClosed();
  await expect.element(field('New password')).toHaveValue('');
  expect(JSON.stringify(localStorage)).not.toContain('secreta');
});

test('who logs in with Google has no password here, and choices that could not be saved stay', async () => {
  const refuse = () => {
    throw new Refusal('rate-limited');
  };
  const { screen, field, save } = await open({ 'users.update': refuse }, { authProvider: 'google' });
  expect(field('Current password').query()).toBeNull();
  await screen.getByRole('radio', { name: 'Nobody' }).click();
  await save.click();
  await expect.element(screen.getByText(/^Your privacy settings are not saved\. You are doing this/)).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Nobody' })).toBeChecked();
});
