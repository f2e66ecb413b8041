import { callRest } from '../fixtures/rest.ts';
import { popup, type Screen } from './screen.ts';
import type { Community } from './tour.ts';

/** A member answers an event, votes in a poll and adds a picture to an album; who made them sees each at once. */
export async function gatheringTour(
  mine: Screen,
  theirs: Screen,
  { ada, ben, photo }: Community,
  origin: string,
  words: string,
): Promise<void> {
  const { token, userId } = ben;
  const openPost = async (details: object) => {
    const json = { userId, ...details };
    const { postId } = await callRest<{ postId: number }>(origin, 'POST /posts', { token, json });
    for (const each of [mine, theirs]) await each.open(`/post/${postId}`);
    return postId;
  };
  const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const kayaks = await openPost({
    caption: `Kayaks, ${words}`,
    event: { startsAt, timeZone: 'UTC', place: 'The pier' },
  });
  await theirs.sees('button', `${theirs.say('events.yes')} 0`);
  await mine.pressNamed(`${mine.say('events.yes')} 0`);
  await mine.sees('button', `${mine.say('events.yes')} 1`);
  // An answer that comes before the page watches the post is seen with the next visit.
  await theirs.open(`/post/${kayaks}`);
  await theirs.sees('button', `${theirs.say('events.yes')} 1`);

  await openPost({ caption: `Which book, ${words}?`, poll: { options: ['Flights', 'Solaris'] } });
  await theirs.reads('0%');
  await mine.pressNamed('Solaris');
  await mine.sees('[role=radio][aria-checked=true]');
  await theirs.reads('100%');

  await openPost({ caption: `All of ${words} @${ada.userName}`, album: true });
  await theirs.reads(theirs.say('album.empty'));
  await mine.press('album.add');
  await mine.sees('[role=dialog] h2', mine.say('album.add'));
  await mine.choose(photo);
  await mine.sees('[role=dialog] li img');
  await mine.press('album.send');
  await mine.seesNo(popup);
  for (const each of [mine, theirs]) await each.sees('h2', each.say('album.mark').replace('{{count}}', '1'));
}
