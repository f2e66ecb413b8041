import { expect, test } from 'vitest';
import { type Answers, inputsOf, Refusal } from '../../../testing/answers.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { NotificationSettingsDialog } from './NotificationSettingsDialog.tsx';

const all = {
  enabled: true,
  messages: true,
  tags: true,
  followers: true,
  likes: true,
  comments: true,
  joins: true,
  events: true,
  birthdays: true,
};
const options = ['Messages', 'Tags', 'New followers', 'Likes', 'Comments', 'People you invited'];

async function open(answers: Answers) {
  const { screen, router } = await renderOnPage(<NotificationSettingsDialog name="notifications" covered={false} />, {
    at: '/account?popup=notifications',
    answers: { 'notifications.settings': () => all, ...answers },
  });
  const box = (name: string) => screen.getByRole('checkbox', { name });
  const save = screen.getByRole('button', { name: 'Save Changes' });
  const isClosed = () => expect.poll(() => router.state.location.search).toEqual({});
  return { screen, box, save, isClosed };
}

test('the options are disabled while notifications are off, and keep what was chosen', async () => {
  const { screen, box, save, isClosed } = await open({ 'notifications.changeSettings': () => all });
  for (const name of options) {
    await expect.element(box(name)).toBeChecked();
    await expect.element(box(name)).toBeEnabled();
  }
  await box('Tags').click();
  await box('Enable notifications').click();
  for (const name of options) await expect.element(box(name)).toBeDisabled();
  await box('Enable notifications').click();
  await expect.element(box('Tags')).toBeEnabled();
  await expect.element(box('Tags')).not.toBeChecked();
  await expect.element(box('Messages')).toBeChecked();
  await box('Enable notifications').click();
  await save.click();
  await isClosed();
  // They are saved on the server, not in this browser.
  await expect.element(screen.getByText('Notification settings saved.', { exact: true })).toBeVisible();
  // Only what was changed is sent, as another device may have changed the rest.
  expect(inputsOf('notifications.changeSettings')).toEqual([{ tags: false, enabled: false }]);
});

test('choices that were not saved go back, and another try saves them', async () => {
  let fails = true;
  const change = () => {
    if (fails) throw new Refusal('rate-limited');
    return { ...all, tags: false };
  };
  const { screen, box, save } = await open({ 'notifications.changeSettings': change });
  await box('Tags').click();
  await save.click();
  await expect.element(screen.getByText(/^Your choices were not saved\./)).toBeVisible();
  fails = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => inputsOf('notifications.changeSettings')).toEqual([{ tags: false }, { tags: false }]);
});

test('settings that could not be loaded are asked for again', async () => {
  let fails = true;
  const settings = () => {
    if (fails) throw new Refusal('rate-limited');
    return all;
  };
  const { screen, box, save } = await open({ 'notifications.settings': settings });
  await expect.element(screen.getByText('Your choices could not be loaded.')).toBeVisible();
  expect(save.query()).toBeNull();
  fails = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(box('Tags')).toBeChecked();
});
