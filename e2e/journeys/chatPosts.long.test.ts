// Rare: a post in a chat. Who sees its card, chatPosts.test.ts of the API asserts; Bubble.component.test.tsx draws it.
import { expect, inject } from 'vitest';
import { createMembers, follow, post } from '../fixtures/cast.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('a post sent into a chat is a card only for members who may see it', async ({ visit }) => {
  const [ida, pau] = await createMembers(origin, 'ida', 'pau');
  await follow(origin, ida, pau);
  const open = await post(origin, ida, 'A heron on the pier');
  const hers = await post(origin, ida, 'Only for me');
  await callRest(origin, `PATCH /posts/${hers}`, {
    token: ida.token,
    json: { userId: ida.userId, caption: 'Only for me', location: '', audience: 'private' },
  });
  const idas = await visit(`/post/${open}`, { as: ida });
  const send = async (postId: number) => {
    await idas.goto(`/post/${postId}`);
    await idas.getByRole('button', { name: 'Post options' }).first().click();
    await idas.getByRole('menuitem', { name: 'Send in a chat' }).click();
    await idas.getByRole('dialog').getByLabel(pau.userName).check();
    await idas.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await idas.getByText('On its way to 1 chat.').waitFor();
  };
  await send(open);
  const paus = await visit(`/messages?userId=${ida.userId}`, { as: pau });
  const card = paus.getByRole('log').getByRole('link', { name: 'A heron on the pier' });
  await card.waitFor();
  await send(hers);
  await paus.getByText('A post that you cannot see').waitFor();
  expect(await paus.getByText('Only for me').count()).toBe(0);
  await idas.goto(`/messages?userId=${pau.userId}`);
  await idas.getByRole('log').getByRole('link', { name: 'Only for me' }).waitFor();
  await card.click();
  await paus.waitForURL(`**/post/${open}`);
});
