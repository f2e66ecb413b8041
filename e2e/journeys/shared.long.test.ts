// Rare: what other apps of a phone share, and the manifest, which only an installed app uses.
import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { film } from '../fixtures/film.ts';
import { journey } from '../fixtures/journey.ts';

/** Shares a text, a link, two pictures and a video, of which the bytes are given in base64. */
const share = (video: string) => `(async () => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share', enctype: 'multipart/form-data' });
  for (const [name, value] of [['title', 'A walk'], ['url', 'https://kith.example/walk']])
    form.append(Object.assign(document.createElement('input'), { name, value }));
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const files = new DataTransfer();
  for (const name of ['one.png', 'two.png']) files.items.add(new File([blob], name, { type: 'image/png' }));
  const bytes = Uint8Array.from(atob('${video}'), (character) => character.charCodeAt(0));
  files.items.add(new File([bytes], 'three.webm', { type: 'video/webm' }));
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'pictures', multiple: true });
  input.files = files.files;
  form.append(input);
  document.body.append(form);
  form.submit();
})()`;

journey(
  'text, a link, pictures and a video shared from another app appear in the composer, once',
  async ({ visit }) => {
    const [ana] = await createMembers(inject('origin'), 'ana');
    const page = await visit('/home', { as: ana, serviceWorkers: 'allow' });
    await page.evaluate('navigator.serviceWorker.ready');
    await page.reload();
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    const { buffer } = await film(page, 'three.webm');
    await page.evaluate(share(buffer.toString('base64')));
    const sheet = page.getByRole('dialog', { name: 'New post' });
    await expect
      .poll(() => sheet.getByLabel("What's on your mind?").inputValue())
      .toBe('A walk\nhttps://kith.example/walk');
    await expect.poll(() => sheet.getByRole('img', { name: /^Preview of/ }).count()).toBe(3);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.goto('/home?popup=compose');
    await sheet.waitFor();
    expect(await sheet.getByLabel("What's on your mind?").inputValue()).toBe('');
  },
);

journey('the manifest of the installed app has shortcuts', async () => {
  const manifest = await (await fetch(`${inject('origin')}/manifest.webmanifest`)).json();
  const { shortcuts, share_target, icons, color_scheme_dark } = manifest as {
    shortcuts: { url: string }[];
    share_target: { action: string };
    icons: { purpose?: string; src: string }[];
    color_scheme_dark: { background_color: string };
  };
  expect(shortcuts.map(({ url }) => url)).toEqual(['/home?popup=compose', '/messages']);
  expect(share_target.action).toBe('/share');
  for (const expected of ['maskable', 'monochrome']) {
    const { src } = icons.find(({ purpose }) => purpose === expected) ?? {};
    expect((await fetch(`${inject('origin')}${src}`)).headers.get('content-type')).toBe('image/png');
  }
  expect(color_scheme_dark.background_color).toMatch(/^#1/);
});
