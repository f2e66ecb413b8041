import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { createMembers, uniqueName } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { logIn } from '../fixtures/signIn.ts';

const buttonOf = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).first();

const expectFocus = (page: Page, control: Locator, message: string) =>
  expect.poll(() => control.and(page.locator(':focus')).count(), { message }).toBe(1);

journey('popups of the settings are found, open, close and return the focus', async ({ visit }) => {
  const [ada] = await createMembers(inject('origin'), 'ada');
  const page = await visit('/account', { as: ada });
  const opener = buttonOf(page, 'Settings');
  await opener.click();
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true });
  for (const [name, closer] of [
    ['Edit Profile', 'Cancel'],
    ['Personal Information', 'Cancel'],
    ['Privacy & Security', 'Cancel'],
    ['Notifications', 'Cancel'],
    ['Help Center', 'Close'],
    ['Contact Support', 'Close'],
    ['Terms of Service', 'Close'],
  ] as const) {
    const row = buttonOf(settings, name);
    const popup = page.getByRole('dialog', { name, exact: true });
    await row.click();
    await popup.waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page, row, name);
    await row.click();
    await buttonOf(popup, closer).click();
    await popup.waitFor({ state: 'detached' });
    await expectFocus(page, row, name);
  }
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  await expectFocus(page, opener, 'settings');

  // Settings are found by everyday words, each at its own address.
  await page.goto('/settings');
  await settings.getByLabel('Search the settings').fill('pássword');
  await settings.getByRole('button', { name: 'Personal Information' }).waitFor({ state: 'detached' });
  await settings.getByRole('button', { name: 'Privacy & Security' }).click();
  const privacy = page.getByRole('dialog', { name: 'Privacy & Security', exact: true });
  await privacy.waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/privacy');
  // The address of a popup also works after a reload and in another tab.
  await page.reload();
  await privacy.waitFor();
  const other = await page.context().newPage();
  expect((await other.goto('/settings/notifications'))?.status()).toBe(200);
  await other.getByRole('dialog', { name: 'Notifications', exact: true }).waitFor();
  await other.close();
  await page.goBack();
  await settings.waitFor();
  // The search also finds an entry that does not open a popup.
  await settings.getByLabel('Search the settings').fill('export');
  await settings.getByRole('button', { name: 'Download my data' }).waitFor();
  await settings.getByRole('button', { name: 'Personal Information' }).waitFor({ state: 'detached' });
  await settings.getByLabel('Search the settings').fill('qqqq');
  await settings.getByText('No setting found.').waitFor();
});

journey('the name, bio and picture of a profile are edited', async ({ visit }) => {
  const origin = inject('origin');
  const [ada, ben] = await createMembers(origin, 'ada', 'ben');
  const page = await visit('/account?popup=edit-profile', { as: ada, allow: /users\.byName|\/404|status of 404/ });
  const popup = page.getByRole('dialog', { name: 'Edit Profile' });
  const name = popup.getByLabel('Username');
  await name.fill('');
  await name.pressSequentially('a @');
  expect(await name.inputValue()).toBe('a');
  await buttonOf(popup, 'Save Changes').click();
  await popup.getByText('Username must be at least 3 characters').waitFor();
  await name.fill(ben.userName);
  await popup.getByText('This username is already taken').waitFor();
  const newer = uniqueName('adela');
  await name.fill(newer);
  await popup.getByText('This username is free').waitFor();
  await popup.getByLabel('Bio').fill('Rows at dawn. '.repeat(40));
  expect(await popup.getByLabel('Bio').inputValue()).toHaveLength(300);
  await popup.getByLabel('Bio').fill('Rows at dawn.');
  await popup.getByText('13/300').waitFor();

  const file = popup.locator('input[type=file]');
  await file.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await popup
    .getByRole('alert')
    .getByText(/not a picture we can use/)
    .waitFor();
  await file.setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('ftypheic') });
  await popup
    .getByRole('alert')
    .getByText(/HEIC picture.*as a JPEG/)
    .waitFor();
  await file.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await popup
    .getByRole('alert')
    .getByText(/damaged/)
    .waitFor();
  await file.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await testPhoto() });
  const crop = page.getByRole('dialog', { name: 'Crop your picture' });
  await crop.waitFor();
  await crop.getByRole('group').focus();
  // Crops the picture by keyboard to its top left corner, which is red, so that the result can be checked by colour.
  for (const key of [...Array(12).fill('+'), ...Array(70).fill('ArrowLeft'), ...Array(70).fill('ArrowUp')]) {
    await page.keyboard.press(key);
  }
  await buttonOf(crop, 'Use picture').click();
  await crop.waitFor({ state: 'detached' });
  await popup.getByText('This is how others will see it.').waitFor();
  await buttonOf(popup, 'Save Changes').click();
  await popup.waitFor({ state: 'detached' });

  await page.getByRole('heading', { name: newer }).waitFor();
  await page.getByText('Rows at dawn.').waitFor();
  const image = page.getByRole('img', { name: `Profile picture of ${newer}` });
  await expect.poll(async () => (await imageState(image)).width).toBeGreaterThan(0);
  const served = await fetch((await imageState(image)).address);
  const { channels } = await sharp(await served.arrayBuffer()).stats();
  expect(channels[0]?.mean).toBeGreaterThan(channels[2]?.mean as number);
  const storedViewer = await page.evaluate(() => [localStorage.loggedInUserName, localStorage.loggedInUserPic]);
  expect(storedViewer).toEqual([newer, expect.stringMatching(/^\/media\/.+\.webp$/)]);

  await page.reload();
  await page.getByRole('heading', { name: newer }).waitFor();
  await page.goto(`/user/${ada.userName}`);
  await page.getByText('404 - Page Not Found').waitFor();
});

journey(
  'personal information stays in the browser, privacy and notification settings are saved on the server',
  async ({ visit }) => {
    const [lola] = await createMembers(inject('origin'), 'lola');
    // The browser itself logs the 4xx response to the console.
    const page = await visit('/account?popup=personal', { as: lola, allow: /status of 400/ });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
    const popup = page.getByRole('dialog');
    const reopen = (name: string) => page.goto(`/account?popup=${name}`);

    await buttonOf(popup, 'Save Changes').click();
    await popup.getByText('Please enter your first name').waitFor();
    await popup.getByLabel('First name').fill('Dolores');
    await popup.getByLabel('Last name').fill('Ibárruri');
    await popup.getByLabel('Date of birth').fill('1995-12-09');
    await buttonOf(popup, 'Save Changes').click();
    await page.getByText('Saved in this browser.').waitFor();
    await reopen('personal');
    expect(await popup.getByLabel('Last name').inputValue()).toBe('Ibárruri');
    expect(await popup.getByLabel('Date of birth').inputValue()).toBe('1995-12-09');

    await reopen('privacy');
    await popup.getByLabel('Private').check();
    const save = buttonOf(popup, 'Save Privacy Settings');
    await popup.getByLabel('New password').fill('secreta2!');
    await save.click();
    expect(await popup.getByText('Password is required').count()).toBe(2);
    await popup.getByLabel('Current password').fill('secreta1!');
    await popup.getByLabel('Confirm password').fill('secreta3!');
    await save.click();
    await popup.getByText('Passwords do not match').waitFor();
    await popup.getByLabel('Confirm password').fill('secreta2!');
    await save.click();
    await popup.getByText('Incorrect password').waitFor();
    await popup.getByLabel('Current password').fill(lola.password);
    await save.click();
    await page.getByText('Your password is changed. All other devices are logged out.').waitFor();
    await popup.waitFor({ state: 'detached' });
    const entry = (password: string) =>
      rest(inject('origin'), 'POST /auth/login', { json: { identifier: lola.userName, password } });
    expect([(await entry(lola.password)).status, (await entry('secreta2!')).status]).toEqual([400, 200]);
    await reopen('privacy');
    expect(await popup.getByLabel('Private').isChecked()).toBe(true);
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('settings.privacy');
    expect(await popup.getByLabel('New password').inputValue()).toBe('');

    await reopen('alerts');
    const boxes = ['Messages', 'Tags', 'Followers'].map((name) => popup.getByLabel(name));
    for (const box of boxes) expect([await box.isChecked(), await box.isEnabled()]).toEqual([true, true]);
    await boxes[1]?.uncheck();
    await popup.getByLabel('Enable notifications').uncheck();
    for (const box of boxes) expect(await box.isDisabled()).toBe(true);
    await buttonOf(popup, 'Save Changes').click();
    await popup.waitFor({ state: 'detached' });
    // Logs in with the new password.
    const { token } = (await entry('secreta2!')).data as { token: string };
    const settings = () => callRest(inject('origin'), 'GET /notifications/settings', { token });
    const off = { enabled: false, messages: true, tags: false, followers: true };
    await expect.poll(settings).toEqual(off);
    await reopen('alerts');
    expect(await popup.getByLabel('Enable notifications').isChecked()).toBe(false);
    await popup.getByLabel('Enable notifications').check();
    expect(await boxes[1]?.isChecked()).toBe(false);

    const posted = sent.filter((each) => !each.includes('/trpc/auth.changePassword'));
    expect(posted.filter((each) => /Dolores|secreta|1995-12-09/.test(decodeURIComponent(each)))).toEqual([]);
    expect(sent.filter((each) => /Dolores|1995-12-09/.test(decodeURIComponent(each)))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreta');
  },
);

journey('a device is logged out, an export downloaded, and then all devices are logged out', async ({ visit }) => {
  const origin = inject('origin');
  const [ida] = await createMembers(origin, 'ida');
  const page = await visit('/account?popup=privacy', { allow: /status of 401/ });
  await logIn(page, ida.userName, ida.password, '**/account?popup=privacy');
  const devices = page.getByRole('region', { name: 'Where you are logged in' });
  await devices.getByText('This device').waitFor();
  expect(await devices.getByRole('listitem').count()).toBe(2);
  await devices.getByText('Chrome on Linux').waitFor();
  const statusOf = async (token: string) => (await rest(origin, 'GET /auth/session', { token })).status;
  expect(await statusOf(ida.token)).toBe(200);
  await devices
    .getByRole('listitem')
    .getByRole('button', { name: /^Log out/ })
    .click();
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
  await expect.poll(() => statusOf(ida.token)).toBe(401);

  await page.goto('/account?popup=settings');
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true });
  await buttonOf(settings, 'Download my data').click();
  const link = settings.getByRole('link', { name: /^Download it now/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('kith.zip');
  const chunks = await Array.fromAsync(await download.createReadStream());
  expect(Buffer.concat(chunks as Buffer[]).includes('index.html')).toBe(true);
  await buttonOf(settings, 'Download my data').waitFor();

  await page.goto('/account?popup=privacy');
  const json = { identifier: ida.userName, password: ida.password };
  const { token } = await callRest<{ token: string }>(origin, 'POST /auth/login', { json });
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL('**/login');
  expect(await statusOf(token)).toBe(401);
});
