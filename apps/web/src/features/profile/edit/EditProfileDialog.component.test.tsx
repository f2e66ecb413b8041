import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { OwnUser } from '../../../lib/types.ts';
import { type Answers, inputsOf, Refusal } from '../../../testing/answers.ts';
import { choose, pictureFile, refusedFiles } from '../../../testing/files.ts';
import { alice, renderOnPage } from '../../../testing/render.tsx';
import { EditProfileDialog } from './EditProfileDialog.tsx';

const isFree = ({ userName }: { userName: string }) => ({ available: userName !== 'bob' });

async function edit(answers: Answers = {}, viewer: Partial<OwnUser> = {}) {
  const { screen, router } = await renderOnPage(<EditProfileDialog covered={false} />, {
    at: '/account?popup=edit-profile',
    answers: { 'auth.userNameAvailable': isFree, 'users.update': () => alice, ...answers },
    viewer,
  });
  const field = (name: string) => screen.getByRole('textbox', { name, exact: true });
  const save = screen.getByRole('button', { name: 'Save Changes' });
  const isClosed = () => expect.poll(() => router.state.location.search).toEqual({});
  return { screen, field, save, isClosed };
}

test('a username is cleaned while it is typed, checked, and must be free', async () => {
  const { screen, field, save, isClosed } = await edit();
  const name = field('Username');
  await name.clear();
  await userEvent.type(name, 'a @');
  await expect.element(name).toHaveValue('a');
  await save.click();
  await expect.element(screen.getByText('Username must be at least 3 characters')).toBeVisible();
  await name.fill('al!ce');
  await save.click();
  await expect.element(screen.getByText('Username contains forbidden symbols')).toBeVisible();
  await name.fill('bob');
  await expect.element(screen.getByText('This username is already taken')).toBeVisible();
  expect(inputsOf('users.update')).toEqual([]);
  await name.fill('adela');
  await expect.element(screen.getByText('This username is free')).toBeVisible();
  await save.click();
  await isClosed();
  expect(inputsOf('users.update')).toMatchObject([{ userId: 1, userName: 'adela' }]);
});

test('what the server refuses is said at its field, and the form stays', async () => {
  let refusal = new Refusal('username-taken');
  const links = ['https://alice.example', 'https://blog.example'].map((url) => ({ url, verified: true }));
  const refuse = () => {
    throw refusal;
  };
  const { screen, field, save } = await edit({ 'users.update': refuse }, { links });
  await field('Bio').fill('Rows at dawn.');
  await save.click();
  await expect.element(field('Username')).toHaveAccessibleDescription(/^This username is already taken/);
  refusal = new Refusal('invalid-input', { 'links.1': 'outside-address' });
  // The second address is in the third field, as the first one was emptied.
  await field('Link 1').fill('');
  await field('Link 3').fill('http://old.example');
  await save.click();
  await expect.element(field('Link 3')).toHaveAccessibleDescription(/^Give an address that begins with https/);
  await expect.element(field('Link 3')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Link 2')).not.toHaveAttribute('aria-invalid');
  refusal = new Refusal('rate-limited');
  await save.click();
  await expect.element(screen.getByText(/^Failed to update profile: You are doing this too often/)).toBeVisible();
});

test('an address without its scheme gets one, an empty one is left out, and the bio ends at 300 signs', async () => {
  const { screen, field, save, isClosed } = await edit();
  await field('Link 1').fill('alice.example/about/');
  await field('Link 2').fill('  ');
  await expect.element(screen.getByText('0/300')).toBeVisible();
  await field('Bio').fill('Rows at dawn. '.repeat(40));
  await expect.element(screen.getByText('300/300')).toBeVisible();
  await field('Bio').fill('Rows at dawn. ');
  await expect.element(screen.getByText('14/300')).toBeVisible();
  await save.click();
  await isClosed();
  expect(inputsOf('users.update')).toMatchObject([{ bio: 'Rows at dawn.', links: ['https://alice.example/about/'] }]);
});

test('a file that is no picture is refused with a reason, and a picture is cropped first', async () => {
  const { screen } = await edit();
  for (const [file, reason] of refusedFiles) {
    await choose(file);
    await expect.element(screen.getByRole('alert').filter({ hasText: reason })).toBeVisible();
  }
  await choose(await pictureFile('me.png'));
  const crop = screen.getByRole('dialog', { name: 'Crop your picture' });
  await expect.element(crop).toBeVisible();
  await crop.getByRole('button', { name: 'Use picture' }).click();
  await expect.element(crop).not.toBeInTheDocument();
  await expect.element(screen.getByText('New picture chosen.')).toBeVisible();
});

test('a birthday has a day and a month, as many days as the month, and who sees it', async () => {
  const { screen, save, isClosed } = await edit();
  const choice = (name: string) => screen.getByRole('combobox', { name });
  await choice('Month').selectOptions('February');
  await save.click();
  await expect.element(screen.getByText('Choose a day and a month')).toBeVisible();
  await choice('Month').selectOptions('January');
  await choice('Day').selectOptions('31');
  await choice('Month').selectOptions('February');
  await expect.element(choice('Day')).toHaveValue('29');
  await choice('Who sees it').selectOptions('Only for me');
  await expect.element(screen.getByText('Nobody else sees it.')).toBeVisible();
  await save.click();
  await isClosed();
  expect(inputsOf('users.update')).toMatchObject([{ birthday: { month: 2, day: 29 }, birthdayFor: 'nobody' }]);
});
