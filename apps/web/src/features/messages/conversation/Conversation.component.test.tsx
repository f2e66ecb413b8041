import { expect, onTestFinished, test } from 'vitest';
import { discard, enqueue } from '../../../lib/outbox/store.ts';
import { Refusal } from '../../../testing/answers.ts';
import { renderOnPage } from '../../../testing/render.tsx';
import { Conversation } from './Conversation.tsx';

test('what waits for the connection is shown in a group that cannot be loaded', async () => {
  const refuse = () => {
    throw new Refusal('forbidden');
  };
  const createdAt = new Date().toISOString();
  const id = 'a3f0c1d2-0000-4000-8000-000000000001';
  enqueue('message', { chatId: 5, content: 'I bring the soup', createdAt }, id);
  onTestFinished(() => discard(id));
  const { screen } = await renderOnPage(<Conversation chosen={{ chatId: 5 }} at={undefined} />, {
    answers: { 'chats.list': refuse, 'chats.byId': refuse, 'chats.messages': refuse },
  });
  await expect.element(screen.getByRole('button', { name: /I bring the soup/ })).toBeVisible();
});
