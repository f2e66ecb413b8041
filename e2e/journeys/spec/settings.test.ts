import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../../fixtures/cast.ts';
import { journey } from '../../fixtures/journey.ts';
import { callRest, rest } from '../../fixtures/rest.ts';
import { says } from '../../fixtures/says.ts';

// What the specification says of the settings popup, in its order, to the end of the account.

const origin = inject('origin');

journey('the specification of the settings', async ({ visit }) => {
  const [ewa, bob] = await createMembers(origin, 'ewa', 'bob');
  await follow(origin, bob, ewa);
  await post(origin, ewa, 'nobody reads this afterwards');
  const page = await visit('/account', { as: ewa, allow: /status of 40[01]/ });
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true });
  const dialog = page.getByRole('dialog').last();
  const entry = (name: string) => settings.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  /** Closes what is above the settings. */
  const leave = async (name: string, by: 'Cancel' | 'Escape') => {
    const popup = page.getByRole('dialog', { name, exact: true });
    if (by === 'Cancel') await popup.getByRole('button', { name: by, exact: true }).click();
    else await page.keyboard.press(by);
    await popup.waitFor({ state: 'detached' });
  };

  await says('The settings have their entries, in groups, the theme and the languages.', async () => {
    await page.getByRole('navigation').first().getByRole('button', { name: 'Settings', exact: true }).click();
    for (const name of ['Edit Profile', 'Personal Information', 'Privacy & Security', 'Notifications', 'Help Center'])
      await entry(name).waitFor();
    for (const name of ['Contact Support', 'Terms of Service', 'Log Out']) await entry(name).waitFor();
    await settings.getByText('Preferences', { exact: true }).waitFor();
    await settings.getByText('Help & Support', { exact: true }).waitFor();
    const languages = settings.getByLabel('Language').getByRole('option');
    expect(await languages.allInnerTexts()).toEqual(['English', 'Español', 'Polski']);
  });
  await says('Theme: toggles dark and light.', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    await settings.getByRole('switch', { name: 'Dark mode' }).click();
    await expect.poll(ground).not.toBe(light);
    await settings.getByRole('switch', { name: 'Dark mode' }).click();
    await expect.poll(ground).toBe(light);
  });
  await says('The chosen language is cached in local storage.', async () => {
    await settings.getByLabel('Language').selectOption('Polski');
    await page.getByRole('dialog', { name: 'Ustawienia' }).getByLabel('Język').waitFor();
    expect(await page.evaluate('Object.values(localStorage)')).toContain('pl');
    await page.getByLabel('Język').selectOption('English');
    await settings.waitFor();
  });
  await says('Edit Profile popup: username, bio, new profile picture, deletion, Save Changes, Cancel.', async () => {
    await entry('Edit Profile').click();
    expect(await field('Username').inputValue()).toBe(ewa.userName);
    await field('Bio').waitFor();
    for (const name of ['Delete your account', 'Save Changes']) await inDialog(name).waitFor();
    expect(await dialog.locator('input[type=file]').count()).toBe(1);
    for (const [typed, message] of [
      ['ab', 'Username must be at least 3 characters'],
      ['a#bc', 'Username contains forbidden symbols'],
      [bob.userName, 'This username is already taken'],
    ] as const) {
      await field('Username').fill(typed);
      await field('Bio').focus();
      await dialog.getByText(message).waitFor();
    }
    await leave('Edit Profile', 'Cancel');
  });
  await says('Personal Information popup: three required inputs; saved locally only.', async () => {
    await entry('Personal Information').click();
    await inDialog('Save Changes').click();
    for (const name of ['First name', 'Last name', 'Date of birth'])
      expect(await field(name).getAttribute('aria-invalid'), name).toBe('true');
    await leave('Personal Information', 'Escape');
  });
  // Departures: the password fields change the password and may stay empty; the visibility holds on the server.
  await says("Privacy popup: visibility, three passwords with toggles, 'Save Privacy Settings'.", async () => {
    await entry('Privacy & Security').click();
    expect(await field('Public').isChecked()).toBe(true);
    await field('Private').waitFor();
    for (const name of ['Current password', 'New password', 'Confirm password'])
      expect(await field(name).getAttribute('type'), name).toBe('password');
    expect(await dialog.getByRole('button', { name: /^Show/ }).count()).toBe(3);
    await inDialog('Save Privacy Settings').waitFor();
    await leave('Privacy & Security', 'Cancel');
  });
  // Departure: they hold on the server.
  await says('The three sub-options are disabled while the main one is off.', async () => {
    await entry('Notifications').click();
    const boxes = dialog.getByRole('checkbox').or(dialog.getByRole('switch'));
    await boxes.nth(3).waitFor();
    for (const each of [0, 1, 2, 3]) expect(await boxes.nth(each).isChecked()).toBe(true);
    await boxes.first().click();
    for (const each of [1, 2, 3]) expect(await boxes.nth(each).isDisabled()).toBe(true);
    await boxes.first().click();
    await inDialog('Save Changes').click();
    await page.getByText('Your notification settings are saved.').waitFor();
  });

  const question = page.getByRole('alertdialog', { name: 'Confirm Account Deletion' });
  const yes = question.getByRole('button', { name: 'Yes, Delete', exact: true });
  await says("Deletion asks under 'Confirm Account Deletion'.", async () => {
    await entry('Edit Profile').click();
    await inDialog('Delete your account').click();
    await question.getByText('Are you sure you want to delete your account? This action cannot be undone.').waitFor();
    await question.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  });
  await says('Account deletion for e-mail accounts requires a password entry.', async () => {
    await yes.click();
    await question.getByText('Password is required').waitFor();
    await question.getByLabel('Your password').fill('wrong1!');
    await yes.click();
    await question.getByText('Incorrect password').waitFor();
  });
  await says("After it shows 'Account deleted!', storage is cleared and /login opens.", async () => {
    await question.getByLabel('Your password').fill(ewa.password);
    await yes.click();
    await question.getByText('Account deleted!').waitFor();
    await page.waitForURL(/\/login\b/);
    await page.getByRole('heading', { name: 'Take care' }).waitFor();
    expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('logged'))`)).toEqual([]);
  });

  // Departure: what the account held is gone too.
  const again = await rest(origin, 'POST /auth/login', { json: { identifier: ewa.userName, password: ewa.password } });
  expect(again).toMatchObject({ success: false, message: 'Error: User does not exist.' });
  expect((await rest(origin, `GET /users/name/${ewa.userName}`, { token: bob.token })).status).toBe(404);
  expect(await callRest(origin, `GET /${bob.userId}/following/count`, { token: bob.token })).toBe(0);
});
