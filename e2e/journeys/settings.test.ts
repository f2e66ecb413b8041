import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { accessibilityFaults } from '../fixtures/axe.ts';
import { createMembers, uniqueName } from '../fixtures/cast.ts';
import { imageState, journey } from '../fixtures/journey.ts';
import { testPhoto } from '../fixtures/photo.ts';
import { callRest, rest } from '../fixtures/rest.ts';
import { type Language, locales, translator } from '../fixtures/words.ts';

const buttonOf = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).first();

const popups = {
  'settings.editProfile': true,
  'settings.personal': true,
  'settings.privacy': true,
  'settings.notifications': true,
  'settings.helpCenter': false,
  'settings.contact': false,
  'settings.terms': false,
};

const expectFocus = (page: Page, control: Locator, message: string) =>
  expect.poll(() => control.and(page.locator(':focus')).count(), { message }).toBe(1);

/** Opens every popup of the settings, and closes each by Escape and by Cancel. routes.test.ts checks their accessibility. */
async function walk(page: Page, language: Language, part: [string, boolean][]): Promise<void> {
  const say = translator(language);
  const opener = buttonOf(page, say('menu.settings'));
  await opener.click();
  const settings = page.getByRole('dialog', { name: say('settings.title'), exact: true });
  await settings.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const [name, cancels] of part) {
    const row = buttonOf(settings, say(name));
    const popup = page.getByRole('dialog', { name: say(name), exact: true });
    await row.click();
    await popup.waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page, row, name);

    await row.click();
    await buttonOf(popup, say(cancels ? 'common.cancel' : 'common.close')).click();
    await popup.waitFor({ state: 'detached' });
    await expectFocus(page, row, name);
  }
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  await expectFocus(page, opener, 'settings');
}

for (const [turn, [language, locale]] of (Object.entries(locales) as [Language, string][]).entries()) {
  journey(
    `popups of the settings open, close and return the focus, every third one in ${language}`,
    async ({ visit }) => {
      const [ada] = await createMembers(inject('origin'), 'ada');
      const part = Object.entries(popups).filter((_, index) => index % 3 === turn);
      await walk(await visit('/account', { as: ada, locale }), language, part);
    },
  );
}

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
  expect(await accessibilityFaults(page)).toEqual([]);
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
  'personal information stays in the browser, privacy and notification settings are saved on the server, in Spanish',
  async ({ visit }) => {
    const say = translator('es');
    const [lola] = await createMembers(inject('origin'), 'lola');
    // The browser itself logs the 4xx response to the console.
    const page = await visit('/account?popup=personal', { as: lola, locale: locales.es, allow: /status of 400/ });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
    const popup = page.getByRole('dialog');
    const reopen = (name: string) => page.goto(`/account?popup=${name}`);

    await buttonOf(popup, say('common.save')).click();
    await popup.getByText(say('personal.firstNameMissing')).waitFor();
    await popup.getByLabel(say('personal.firstName')).fill('Dolores');
    await popup.getByLabel(say('personal.lastName')).fill('Ibárruri');
    await popup.getByLabel(say('personal.birthDate')).fill('1995-12-09');
    await buttonOf(popup, say('common.save')).click();
    await page.getByText(say('settings.saved')).waitFor();
    await reopen('personal');
    expect(await popup.getByLabel(say('personal.lastName')).inputValue()).toBe('Ibárruri');
    expect(await popup.getByLabel(say('personal.birthDate')).inputValue()).toBe('1995-12-09');

    await reopen('privacy');
    await popup.getByLabel(say('privacy.private')).check();
    const save = buttonOf(popup, say('privacy.submit'));
    await popup.getByLabel(say('privacy.new')).fill('secreta2!');
    await save.click();
    expect(await popup.getByText(say('errors.password-required')).count()).toBe(2);
    await popup.getByLabel(say('privacy.current')).fill('secreta1!');
    await popup.getByLabel(say('privacy.confirm')).fill('secreta3!');
    await save.click();
    await popup.getByText(say('signup.mismatch')).waitFor();
    await popup.getByLabel(say('privacy.confirm')).fill('secreta2!');
    await save.click();
    await popup.getByText(say('errors.incorrect-password')).waitFor();
    await popup.getByLabel(say('privacy.current')).fill(lola.password);
    await save.click();
    await page.getByText(say('privacy.passwordChanged')).waitFor();
    await popup.waitFor({ state: 'detached' });
    const entry = (password: string) =>
      rest(inject('origin'), 'POST /auth/login', { json: { identifier: lola.userName, password } });
    expect([(await entry(lola.password)).status, (await entry('secreta2!')).status]).toEqual([400, 200]);
    await reopen('privacy');
    expect(await popup.getByLabel(say('privacy.private')).isChecked()).toBe(true);
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('settings.privacy');
    expect(await popup.getByLabel(say('privacy.new')).inputValue()).toBe('');

    await reopen('alerts');
    const boxes = ['messages', 'tags', 'followers'].map((name) => popup.getByLabel(say(`alerts.${name}`)));
    for (const box of boxes) expect([await box.isChecked(), await box.isEnabled()]).toEqual([true, true]);
    await boxes[1]?.uncheck();
    await popup.getByLabel(say('alerts.enabled')).uncheck();
    for (const box of boxes) expect(await box.isDisabled()).toBe(true);
    await buttonOf(popup, say('common.save')).click();
    await popup.waitFor({ state: 'detached' });
    // Logs in with the new password.
    const { token } = (await entry('secreta2!')).data as { token: string };
    const settings = () => callRest(inject('origin'), 'GET /notifications/settings', { token });
    const off = { enabled: false, messages: true, tags: false, followers: true };
    await expect.poll(settings).toEqual(off);
    await reopen('alerts');
    expect(await popup.getByLabel(say('alerts.enabled')).isChecked()).toBe(false);
    await popup.getByLabel(say('alerts.enabled')).check();
    expect(await boxes[1]?.isChecked()).toBe(false);

    const posted = sent.filter((each) => !each.includes('/trpc/auth.changePassword'));
    expect(posted.filter((each) => /Dolores|secreta|1995-12-09/.test(decodeURIComponent(each)))).toEqual([]);
    expect(sent.filter((each) => /Dolores|1995-12-09/.test(decodeURIComponent(each)))).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreta');
  },
);

journey('theme and language are chosen, and survive a reload', async ({ visit }) => {
  const [zoe] = await createMembers(inject('origin'), 'zoe');
  const page = await visit('/account?popup=settings', { as: zoe, colorScheme: 'light' });
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await page.getByLabel('Language').selectOption('pl');
  await page.getByRole('dialog', { name: 'Ustawienia' }).waitFor();
  await page.reload();
  await page.getByRole('dialog', { name: 'Ustawienia' }).waitFor();
  expect(await page.getByRole('switch', { name: 'Tryb ciemny' }).getAttribute('aria-checked')).toBe('true');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(await accessibilityFaults(page)).toEqual([]);
});

journey('a device is logged out from another one', async ({ visit }) => {
  const origin = inject('origin');
  const [ida] = await createMembers(origin, 'ida');
  const page = await visit('/account?popup=privacy', { as: ida });
  const devices = page.getByRole('region', { name: 'Where you are logged in' });
  await devices.getByText('This device').waitFor();
  expect(await devices.getByRole('listitem').count()).toBe(2);
  await devices.getByText('Chrome on Linux').waitFor();
  await callRest(origin, 'GET /auth/session', { token: ida.token });
  await devices
    .getByRole('listitem')
    .getByRole('button', { name: /^Log out/ })
    .click();
  await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
  await expect.poll(async () => (await rest(origin, 'GET /auth/session', { token: ida.token })).status).toBe(401);
});

journey('a member downloads an export, in Polish', async ({ visit }) => {
  const [jan] = await createMembers(inject('origin'), 'jan');
  const say = translator('pl');
  const page = await visit('/account?popup=settings', { as: jan, locale: locales.pl });
  const settings = page.getByRole('dialog', { name: say('settings.title'), exact: true });
  await buttonOf(settings, say('settings.export')).click();
  const link = settings.getByRole('link', { name: /^Pobierz je teraz/ });
  await link.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('kith.zip');
  const chunks = await Array.fromAsync(await download.createReadStream());
  expect(Buffer.concat(chunks as Buffer[]).includes('index.html')).toBe(true);
  await buttonOf(settings, say('settings.export')).waitFor();
});
