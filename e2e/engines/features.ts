import { writeFile } from 'node:fs/promises';
import { craftZip } from '@kith/domain/testing/zip';
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { type Member, post } from '../fixtures/cast.ts';
import { rest } from '../fixtures/rest.ts';
import { translateCount } from '../fixtures/translations.ts';
import { waitFor } from './driver.ts';
import { logIn, type Screen } from './screen.ts';
import type { Community } from './tour.ts';

/** Creates an access token, which the page shows only once, calls the API with the token, and revokes the token. */
export async function createAndRevokeToken(mine: Screen, origin: string, name: string): Promise<void> {
  await mine.go('/account?popup=tokens');
  await mine.reads(mine.say('tokens.none'));
  await mine.fill('tokens.name', name);
  await mine.press('tokens.make');
  await mine.sees('input, output, textarea', mine.say('tokens.made'));
  const token = await waitFor(
    () =>
      mine.tab.evaluate<string>(
        `[...document.querySelectorAll('input')].find(({ value }) => value.startsWith('kith_'))?.value`,
      ),
    'token',
  );
  const status = async () => (await rest(origin, 'GET /posts', { token })).status;
  expect(await status()).toBe(200);
  await mine.pressNamed(mine.say('tokens.revokeNamed').replace('{{name}}', name));
  await mine.reads(mine.say('tokens.none'));
  await waitFor(async () => (await status()) === 401, 'end of the token');
}

/** Chooses and uploads an archive of Mastodon. Its post is imported; skipped items are listed with the reason. */
export async function importArchive(mine: Screen, { photo }: Community, name: string): Promise<void> {
  const actor = 'https://social.example/users/ada';
  const object = {
    id: `${actor}/${name}`,
    type: 'Note',
    published: '2016-03-01T09:00:00Z',
    to: ['as:Public'],
    content: `<p>Brought to ${name}</p>`,
  };
  const items = [
    { type: 'Create', actor, object },
    { type: 'Announce', actor, published: '2016-03-02T09:00:00Z', object: 'https://other.example/1' },
  ];
  const file = `${photo}.zip`;
  await writeFile(file, craftZip([{ name: 'outbox.json', data: JSON.stringify({ orderedItems: items }) }]));
  await mine.go('/account?popup=import');
  await mine.sees('button', mine.say('import.choose'));
  await mine.choose(file);
  await mine.reads(translateCount('en', 'import.done', 1));
  await mine.reads(mine.say('import.why.boost'));
  await mine.tab.press('Escape');
  await mine.go('/account');
  await mine.reads(`Brought to ${name}`);
}

const codeOf = (secret: string, steps: number): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });

/** Switches two-step log-in on, logs in with two steps in the other window, and switches two-step log-in off. */
export async function useSecondFactor(mine: Screen, theirs: Screen, { ada }: Community): Promise<void> {
  await mine.go('/account?popup=second-factor');
  await mine.press('secondFactor.turnOn');
  await mine.sees('output', mine.say('secondFactor.secret'));
  await mine.sees('[role=img], img, svg', mine.say('secondFactor.qr'));
  const secret = await mine.tab.evaluate<string>(
    `document.querySelector('output[aria-label]').textContent.replaceAll(' ', '')`,
  );
  await mine.fill('secondFactor.code', codeOf(secret, 0));
  await mine.press('secondFactor.confirm');
  await mine.reads(mine.say('secondFactor.codesNote'));
  await logIn(theirs, ada, '/second-factor');
  await theirs.fill('secondFactor.code', codeOf(secret, 1));
  await theirs.press('login.submit');
  await theirs.arrives('/account');
  await mine.press('secondFactor.turnOff');
  await mine.reads(mine.say('secondFactor.isOff'));
}

/** Reads a post and its author's profile without a session. The log-in through the profile's link leads back to the profile. */
export async function readPublicPage(visitor: Screen, origin: string, author: Member, reader: Member): Promise<void> {
  const postId = await post(origin, author, 'For everybody to read');
  await visitor.open(`/post/${postId}`);
  await visitor.reads('For everybody to read');
  await visitor.sees('a', author.userName);
  expect(await visitor.tab.evaluate<number>('document.scripts.length')).toBe(0);
  expect(await visitor.tab.evaluate<string>(`getComputedStyle(document.querySelector('main')).maxWidth`)).not.toBe(
    'none',
  );
  await visitor.pressNamed(author.userName);
  await visitor.arrives(`/user/${author.userName}`);
  await visitor.sees('h1', author.userName);
  await visitor.pressNamed('Log in');
  await visitor.arrives('/login');
  await visitor.fill('login.identifier', reader.userName);
  await visitor.fill('login.password', reader.password);
  await visitor.press('login.submit');
  await visitor.arrives(`/user/${author.userName}`);
  await visitor.sees('button', visitor.say('profile.follow'));
}
