import { callRest } from '../fixtures/rest.ts';
import type { Screen } from './screen.ts';
import type { Community } from './tour.ts';

/**
 * Three members use a group: they send messages and a picture, see read receipts and a note of a change, and find a message by
 * search.
 */
export async function groupTour(
  mine: Screen,
  theirs: Screen,
  { ada, ben, cleo, photo }: Community,
  origin: string,
  words: string,
): Promise<void> {
  const name = `Lake ${words}`;
  const json = { userIds: [ben.userId, cleo.userId], name };
  const { chatId } = await callRest<{ chatId: number }>(origin, 'POST /chats', { token: ada.token, json });
  await mine.go('/messages');
  await mine.reads(name);
  await mine.go(`/messages?chatId=${chatId}`);
  await theirs.open(`/messages?chatId=${chatId}`);
  await mine.sees('h2, h1', name);
  await mine.fill('messages.write', `${words}: who brings the boat?`);
  await mine.tab.press('Enter');
  await theirs.reads(`${words}: who brings the boat?`);
  await mine.reads(mine.say('messages.readBy').replace('{{read}}', '1').replace('{{total}}', '2'));

  const token = cleo.token;
  await callRest(origin, `POST /chats/${chatId}/messages`, { token, json: { content: `Not me, ${words}` } });
  await callRest(origin, `DELETE /chats/${chatId}/members/${cleo.userId}`, { token });
  for (const each of [mine, theirs]) {
    await each.reads(`Not me, ${words}`);
    await each.reads(each.say('messages.event.left').replace('{{name}}', cleo.userName));
  }

  await theirs.choose(photo);
  await theirs.sees('img[src^="blob:"]');
  await theirs.press('messages.send');
  await theirs.sees('[data-bubble] img');
  await mine.sees('[data-bubble] img');

  await mine.go('/messages');
  await mine.fill('messages.search', `${words}`);
  await mine.sees('h2, h3', mine.say('messages.find.found'));
  await mine.reads(`${words}: who brings the boat?`);
}
