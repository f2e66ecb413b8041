import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { row } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { cardName, readLinkedPage, linkedPage as url } from '../fixtures/linkedPage.ts';

const origin = inject('origin');
const cardIn = (place: Pick<Page, 'getByRole'>, title: string) => place.getByRole('link', { name: cardName(title) });

journey(
  'a link shows what it leads to, in a post, a comment and a message, unless its author takes that away',
  async ({ visit }) => {
    const [ula, wera] = await createMembers(origin, 'ula', 'wera');
    await follow(origin, wera, ula);
    await follow(origin, ula, wera);
    await readLinkedPage(ula, 'A walk');
    await readLinkedPage(wera, 'Spacer');

    const hers = await visit('/home?popup=compose', { as: ula });
    const composer = hers.getByRole('dialog');
    await composer.getByRole('textbox', { name: "What's on your mind?" }).fill(`Look at ${url}`);
    await cardIn(composer, 'A walk').waitFor();
    await composer.getByRole('button', { name: 'Post', exact: true }).click();
    const post = hers.getByRole('article').filter({ hasText: 'Look at' });
    await post.getByRole('button', { name: 'Like' }).first().waitFor();
    expect(await cardIn(post, 'A walk').getAttribute('href')).toBe(url);

    const field = post.getByLabel('Write a comment…');
    await field.fill(`Also ${url}`);
    await post.getByRole('button', { name: 'Remove the preview' }).click();
    await field.press('Enter');
    const comment = post.getByRole('listitem').filter({ hasText: 'Also' });
    await comment.getByRole('button', { name: /^Like the comment/ }).waitFor();
    expect(await cardIn(comment, 'A walk').count()).toBe(0);

    const theirs = await visit('/messages', { as: wera, locale: 'pl-PL' });
    await row(theirs, ula).click();
    const text = theirs.getByRole('textbox').last();
    await text.fill(url);
    await cardIn(theirs, 'Spacer').waitFor();
    await theirs.getByRole('button', { name: 'Usuń podgląd' }).waitFor();
    await text.press('Enter');
    const again = await visit('/messages', { as: ula, locale: 'es-ES' });
    await row(again, wera).click();
    await cardIn(again, 'Spacer').waitFor();
    await again.getByRole('textbox').last().fill(url);
    await again.getByRole('button', { name: 'Quitar la vista previa' }).click();
    await cardIn(again, 'A walk').waitFor({ state: 'detached' });
    expect(await cardIn(theirs, 'Spacer').count()).toBe(1);
  },
);
