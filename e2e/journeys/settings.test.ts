import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { createMembers, uniqueName } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { logIn } from '../fixtures/signIn.ts';

const origin = inject('origin');
const buttonOf = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).first();

journey('a profile gets a name, a bio, a link and a cropped picture', async ({ visit }) => {
  const [ada, ben] = await createMembers(origin, 'ada', 'ben');
  const page = await visit('/account', { as: ada, allow: /users\.byName|\/404|status of 404/ });
  await buttonOf(page, 'Settings').click();
  await buttonOf(page.getByRole('dialog', { name: 'Settings' }), 'Edit Profile').click();
  const popup = page.getByRole('dialog', { name: 'Edit Profile' });
  const name = popup.getByLabel('Username');
  await name.fill(ben.userName);
  await popup.getByText('This username is already taken').waitFor();
  const newer = uniqueName('adela');
  await name.fill(newer);
  await popup.getByText('This username is free').waitFor();
  await popup.getByLabel('Bio').fill('Rows at dawn.');
  await popup.getByLabel('Link 1').fill('ada.example.invalid/about/');
  const picture = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await testPhoto() };
  await popup.locator('input[type=file]').setInputFiles(picture);
  const crop = page.getByRole('dialog', { name: 'Crop your picture' });
  await crop.waitFor();
  await crop.getByRole('group').focus();
  // Crops the picture by keyboard to its top left corner, which is red, so that the result can be checked by colour.
  for (const key of [...Array(12).fill('+'), ...Array(70).fill('ArrowLeft'), ...Array(70).fill('ArrowUp')]) {
    await page.keyboard.press(key);
  }
  await buttonOf(crop, 'Use picture').click();
  await crop.waitFor({ state: 'detached' });
  await buttonOf(popup, 'Save Changes').click();
  await popup.waitFor({ state: 'detached' });

  await page.goto('/account');
  await page.getByRole('heading', { name: newer }).waitFor();
  await page.getByText('Rows at dawn.').waitFor();
  const link = page.getByRole('list', { name: 'Links' }).getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://ada.example.invalid/about/');
  const image = page.getByRole('img', { name: `Profile picture of ${newer}` });
  await expect.poll(async () => (await imageState(image)).width).toBeGreaterThan(0);
  const served = await fetch((await imageState(image)).address);
  const { channels } = await sharp(await served.arrayBuffer()).stats();
  expect(channels[0]?.mean).toBeGreaterThan(channels[2]?.mean as number);
  const storedViewer = await page.evaluate(() => [localStorage.loggedInUserName, localStorage.loggedInUserPic]);
  expect(storedViewer).toEqual([newer, expect.stringMatching(/^\/media\/.+\.webp$/)]);
  await page.goto(`/user/${ada.userName}`);
  await page.getByText('404 - Page Not Found').waitFor();
});

journey('settings have addresses, are saved on the server, and log out devices', async ({ visit }) => {
  const [lola] = await createMembers(origin, 'lola');
  const page = await visit('/settings', { allow: /status of 401/ });
  await logIn(page, lola.userName, lola.password, '**/account?popup=settings');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(decodeURIComponent(request.url() + (request.postData() ?? ''))));
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true });
  const popup = page.getByRole('dialog').last();
  await buttonOf(settings, 'Personal Information').click();
  for (const [label, value] of [
    ['First name', 'Dolores'],
    ['Last name', 'Ibárruri'],
    ['Date of birth', '1995-12-09'],
  ] as const)
    await popup.getByLabel(label).fill(value);
  await buttonOf(popup, 'Save Changes').click();
  await page.getByText('Saved in this browser.').waitFor();

  await buttonOf(settings, 'Privacy & Security').click();
  const privacy = page.getByRole('dialog', { name: 'Privacy & Security', exact: true });
  await privacy.getByLabel('Private').check();
  await privacy.getByLabel('Current password').fill(lola.password);
  for (const name of ['New password', 'Confirm password']) await privacy.getByLabel(name).fill('secreta2!');
  await buttonOf(privacy, 'Save Privacy Settings').click();
  await page.getByText(/^Password changed\. All other devices are logged out/).waitFor();
  await privacy.waitFor({ state: 'detached' });
  const entry = (password: string) =>
    rest<{ token: string }>(origin, 'POST /auth/login', { json: { identifier: lola.userName, password } });
  expect((await entry(lola.password)).status).toBe(400);
  const { token } = (await entry('secreta2!')).data;

  await buttonOf(settings, 'Notifications').click();
  await popup.getByLabel('Tags').uncheck();
  await buttonOf(popup, 'Save Changes').click();
  await popup.and(page.getByRole('dialog', { name: 'Notifications' })).waitFor({ state: 'detached' });
  const saved = () => callRest(origin, 'GET /notifications/settings', { token });
  await expect.poll(saved).toMatchObject({ enabled: true, messages: true, tags: false, followers: true });
  expect(sent.filter((each) => /Dolores|1995-12-09/.test(each))).toEqual([]);
  expect(sent.filter((each) => /secreta/.test(each) && !each.includes('/trpc/auth.changePassword'))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreta');

  await buttonOf(settings, 'Download my data').click();
  const link = settings.getByRole('link', { name: /^Download it now/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('kith.zip');
  const chunks = await Array.fromAsync(await download.createReadStream());
  expect(Buffer.concat(chunks as Buffer[]).includes('index.html')).toBe(true);

  // The address of a popup works in another tab and after a reload, and Back leads to the settings.
  await buttonOf(settings, 'Privacy & Security').click();
  await privacy.waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings/privacy');
  expect((await page.reload())?.status()).toBe(200);
  expect(await privacy.getByLabel('Private').isChecked()).toBe(true);
  await page.goto('/settings/devices');
  const devices = page.getByRole('dialog', { name: 'Devices' });
  await devices.getByText('This device', { exact: true }).waitFor();
  await devices.getByText('Chrome on Linux').waitFor();
  const other = await page.context().newPage();
  await other.goto('/settings/notifications');
  await other.getByRole('dialog', { name: 'Notifications', exact: true }).waitFor();
  await other.close();

  // One device is logged out, then all.
  const statusOf = async () => (await rest(origin, 'GET /auth/session', { token })).status;
  expect(await statusOf()).toBe(200);
  const others = devices.getByRole('button', { name: /^Log out (?!everywhere)/ });
  await others.click();
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
  await expect.poll(statusOf).toBe(401);
  const again = (await entry('secreta2!')).data.token;
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.waitForURL('**/login');
  expect((await rest(origin, 'GET /auth/session', { token: again })).status).toBe(401);
});
