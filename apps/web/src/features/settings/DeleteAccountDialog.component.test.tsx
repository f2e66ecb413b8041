import { expect, test } from 'vitest';
import { inputsOf, Refusal } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';

test('an account is deleted only with its password, and what went wrong is said', async () => {
  let refusal: Error = new Refusal('incorrect-password');
  const reauthenticate = ({ password }: { password: string }) => {
    if (password !== 'friends1!') throw new Refusal('incorrect-password');
  };
  const remove = () => {
    throw refusal;
  };
  const { screen } = await renderOnPage(<DeleteAccountDialog covered={false} />, {
    answers: { 'auth.reauthenticate': reauthenticate, 'users.delete': remove },
    at: '/account?popup=delete-account',
  });
  const password = screen.getByLabelText('Your password', { exact: true });
  const yes = screen.getByRole('button', { name: 'Yes, Delete' });
  await yes.click();
  await expect.element(password).toHaveAccessibleDescription('Password is required');
  await password.fill('wrong1!');
  await yes.click();
  await expect.element(password).toHaveAccessibleDescription('Incorrect password');
  expect(inputsOf('users.delete')).toEqual([]);
  await password.fill('friends1!');
  for (const [error, words] of [
    [new Error('no connection'), 'Failed to delete account from backend'],
    [new Refusal('unauthenticated'), 'User is not logged in'],
    [new Refusal('rate-limited'), /^Failed to delete account: You are doing this too often/],
  ] as const) {
    refusal = error;
    await yes.click();
    await expect.element(screen.getByText(words)).toBeVisible();
  }
  expect(inputsOf('users.delete')).toEqual([{ userId: 1 }, { userId: 1 }, { userId: 1 }]);
});
