import { expect, test } from 'vitest';
import { inputsOf } from '../../testing/answers.ts';
import { alice, renderOnPage } from '../../testing/render.tsx';
import { PersonalDialog } from './PersonalDialog.tsx';

test('personal information is required, stays in this browser, and is there again', async () => {
  const open = async () => {
    const { screen, router } = await renderOnPage(<PersonalDialog name="personal" covered={false} />, {
      at: '/account?popup=personal',
    });
    return { screen, router, save: screen.getByRole('button', { name: 'Save Changes' }) };
  };
  const { screen, router, save } = await open();
  await save.click();
  for (const field of ['first name', 'last name', 'date of birth'])
    await expect.element(screen.getByText(`Enter your ${field}`)).toBeVisible();
  await screen.getByLabelText('First name').fill('Dolores');
  await screen.getByLabelText('Last name').fill(' Ibárruri ');
  await screen.getByLabelText('Date of birth').fill('2995-12-09');
  await save.click();
  await expect.element(screen.getByText('The date of birth cannot be in the future')).toBeVisible();
  expect(localStorage).toHaveLength(0);
  await screen.getByLabelText('Date of birth').fill('1995-12-09');
  await save.click();
  await expect.element(screen.getByText('Saved in this browser.')).toBeVisible();
  await expect.poll(() => router.state.location.search).toEqual({});

  // The test has no answer for any procedure, so nothing was sent.
  const again = await open();
  await expect.element(again.screen.getByLabelText('First name')).toHaveValue('Dolores');
  await expect.element(again.screen.getByLabelText('Last name')).toHaveValue('Ibárruri');
  await expect.element(again.screen.getByLabelText('Date of birth')).toHaveValue('1995-12-09');
});

test('of the date of birth, only day and month are sent, and only when asked', async () => {
  const { screen } = await renderOnPage(<PersonalDialog name="personal" covered={false} />, {
    at: '/account?popup=personal',
    answers: { 'users.update': () => alice },
  });
  await screen.getByLabelText('Date of birth').fill('1995-12-09');
  await screen.getByRole('button', { name: 'Show day and month in my profile' }).click();
  await expect.element(screen.getByText(/is in your profile/)).toBeVisible();
  expect(inputsOf('users.update')).toEqual([{ userId: 1, birthday: { month: 12, day: 9 } }]);
});

test('the first name becomes the name that others see, when asked', async () => {
  const { screen } = await renderOnPage(<PersonalDialog name="personal" covered={false} />, {
    at: '/account?popup=personal',
    answers: { 'users.update': () => ({ ...alice, displayName: 'Dolores' }) },
  });
  await screen.getByLabelText('First name').fill(' Dolores ');
  await screen.getByRole('button', { name: 'Use as my name' }).click();
  await expect.element(screen.getByText('Others now see you as Dolores.')).toBeVisible();
  expect(inputsOf('users.update')).toEqual([{ userId: 1, displayName: 'Dolores' }]);
});
