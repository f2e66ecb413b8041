import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '../../lib/outbox/store.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { inputsOf, setAnswers } from '../../testing/answers.ts';
import { renderOnPage } from '../../testing/render.tsx';
import { newDraft } from '../composer/draft.ts';
import { postOutbox } from '../composer/sendPost.ts';
import MuteChatDialog from '../messages/conversation/MuteChatDialog.tsx';
import MuteDialog from './MuteDialog.tsx';

// A browser whose clock is two days slow sends durations, which do not depend on it.
beforeEach(() => {
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 2 * 86_400_000);
});
afterEach(() => vi.restoreAllMocks());
const onClose = () => undefined;

test('a member is muted for a number of seconds', async () => {
  const bea = { userId: 2, userName: 'bea', profilePicture: null };
  const answers = { 'users.mute': () => null };
  const { screen } = await renderOnPage(<MuteDialog person={bea as never} onClose={onClose} />, { answers });
  await screen.getByRole('button', { name: 'For a day' }).click();
  await expect.poll(() => inputsOf('users.mute')).toEqual([{ userId: 2, forSeconds: 86_400 }]);
});

test('a chat is muted for a number of seconds', async () => {
  const answers = { 'chats.update': () => ({}) };
  const dialog = <MuteChatDialog open={{ chat: 3, chosen: { chatId: 3 }, name: 'Lake' }} onClose={onClose} />;
  const { screen } = await renderOnPage(dialog, { answers });
  await screen.getByRole('button', { name: 'For 8 hours' }).click();
  await expect.poll(() => inputsOf('chats.update')).toEqual([{ chatId: 3, forSeconds: 8 * 3_600 }]);
});

test('a post expires after a number of seconds', async () => {
  setAnswers({ 'posts.create': () => ({ postId: 1, user: {}, images: [] }) });
  const payload = { draft: { ...newDraft(), text: 'For a day', expiry: 'day' }, createdAt: '', pictures: 0 };
  await postOutbox(queryClient, 1, onClose).send(payload, enqueue('post', payload));
  const [input] = inputsOf('posts.create');
  expect(input).toMatchObject({ expiresInSeconds: 86_400 });
  expect(input).not.toHaveProperty('expiresAt');
});
