import { expect, inject } from 'vitest';
import { createMembers } from '../fixtures/cast.ts';
import { bubble, choose } from '../fixtures/chats.ts';
import { journey } from '../fixtures/journey.ts';
import { callRest } from '../fixtures/rest.ts';

const origin = inject('origin');

journey('a stranger keeps the text that was refused, and it is sent once that is allowed', async ({ visit }) => {
  const [ida, max] = await createMembers(origin, 'ida', 'max');
  await callRest(origin, `PATCH /users/${ida.userId}`, { token: ida.token, json: { messagesFrom: 'following' } });
  const maxs = await visit(`/messages?userId=${ida.userId}`, {
    as: max,
    allow: /messages\.send/,
  });
  await maxs.getByLabel('Write a message…').fill('¿Te acuerdas de mí?');
  await maxs.keyboard.press('Enter');
  await maxs.getByText('This member takes messages only from people they have chosen.', { exact: false }).waitFor();
  await bubble(maxs, '¿Te acuerdas de mí?').waitFor();
  await callRest(origin, 'POST /follows', {
    token: ida.token,
    json: { followerId: ida.userId, followedId: max.userId },
  });
  await maxs.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(() => bubble(maxs, '¿Te acuerdas de mí?').locator('[data-status]').getAttribute('data-status'))
    .toBe('sent');

  // Forwards a message into the same chat.
  await bubble(maxs, '¿Te acuerdas de mí?').click({ button: 'right' });
  await choose(maxs, 'Forward');
  await maxs.getByRole('dialog').getByLabel(ida.userName).check();
  await maxs.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => maxs.locator('[data-bubble]').filter({ hasText: '¿Te acuerdas de mí?' }).count()).toBe(2);
  await callRest(origin, 'POST /messages', {
    token: ida.token,
    json: { senderId: ida.userId, receiverId: max.userId, content: 'Claro' },
  });
  await bubble(maxs, 'Claro').waitFor();
  const idas = await visit(`/messages?userId=${max.userId}`, { as: ida });
  await idas.locator('[data-unread]').getByText('New messages').waitFor();
});
