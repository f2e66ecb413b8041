import { expect, inject } from 'vitest';
import { createMembers, follow } from '../fixtures/cast.ts';
import { bubble, choose, write } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey(
  'two members vote in a poll of a post and in one of a chat, and see each other’s votes come in',
  async ({ visit }) => {
    const [mia, noa] = await createMembers(origin, 'mia', 'noa');
    await follow(origin, noa, mia);
    const mias = await visit('/home', { as: mia });
    await mias.getByRole('button', { name: 'Add', exact: true }).first().click();
    const sheet = mias.getByRole('dialog');
    await sheet.getByLabel("What's on your mind?").fill('Where shall we swim?');
    await sheet.getByRole('button', { name: 'Poll', exact: true }).click();
    await sheet.getByLabel('Option 1').fill('Lake');
    await sheet.getByRole('button', { name: 'Post', exact: true }).click();
    await sheet.getByText('A poll needs two options.').waitFor();
    await sheet.getByLabel('Option 2').fill('River');
    await sheet.getByRole('button', { name: 'Post', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    const ofMia = mias.getByRole('article', { name: `Post by ${mia.userName}` }).first();
    await ofMia.getByRole('radio', { name: /Lake/ }).waitFor();

    const noas = await visit('/home', { as: noa, viewport: { width: 390, height: 844 } });
    const ofNoa = noas.getByRole('article', { name: `Post by ${mia.userName}` }).first();
    await ofNoa.getByRole('radio', { name: 'Lake' }).click();
    for (const card of [ofNoa, ofMia]) await card.getByRole('radio', { name: /Lake.*100%, 1 vote/ }).waitFor();
    await ofMia.getByRole('radio', { name: /River/ }).click();
    await ofNoa.getByText('2 votes').waitFor();
    await expect
      .poll(() => ofNoa.getByRole('radio', { name: /River.*50%/ }).getAttribute('aria-checked'))
      .toBe('false');

    const { chatId } = await write(origin, mia, noa, 'About tomorrow');
    await callRest(origin, `POST /chats/${chatId}/accept`, { token: noa.token });
    await mias.goto(`/messages?userId=${noa.userId}`);
    await noas.goto(`/messages?userId=${mia.userId}`);
    await mias.getByRole('button', { name: 'Add something' }).click();
    await choose(mias, 'Poll');
    const dialog = mias.getByRole('dialog', { name: 'New poll' });
    await dialog.getByLabel('Question').fill('What shall we bring?');
    await dialog.getByLabel('Option 1').fill('Cake');
    await dialog.getByLabel('Option 2').fill('Tea');
    await dialog.getByRole('button', { name: 'Several answers' }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [sent, received] = [mias, noas].map((page) => bubble(page, 'What shall we bring?'));
    await received?.getByRole('checkbox', { name: 'Cake' }).click();
    await received?.getByRole('checkbox', { name: /Tea/ }).click();
    await sent?.getByRole('checkbox', { name: /Tea.*100%, 1 vote/ }).waitFor();
    await sent?.getByRole('button', { name: 'Close the poll' }).click();
    await mias.getByRole('alertdialog').getByRole('button', { name: 'Close the poll' }).click();
    await received?.getByText('1 vote · closed').waitFor();
    expect(await received?.getByRole('checkbox').count()).toBe(0);
  },
);
