import { callRest, rest } from '../../e2e/fixtures/rest.ts';
import { password } from '../seed/stories.ts';
import { logIn, longName, type Member, upload } from './cases.ts';
import { languages } from './shots.ts';

const host = 'plans.things';
const caption = 'Out to the island, if the wind lets us #regatta';
const hour = 3_600_000;

/** An event that begins in an hour, elsewhere, at a place with a very long name. */
const event = () => ({
  startsAt: new Date(Math.ceil(Date.now() / hour + 1) * hour).toISOString(),
  timeZone: 'Pacific/Auckland',
  place: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Ynys Môn, Cymru',
});

interface Post {
  postId: number;
  poll: { id: number; options: { id: number }[] };
}

const publish = (origin: string, { userId, token }: Member, post: object): Promise<Post> =>
  callRest(origin, 'POST /posts', { token, json: { userId, ...post } });

/** Asks in a post that nobody has answered, and in one that all have. */
async function ask(origin: string, me: Member, guests: Member[]): Promise<void> {
  const options = ['Fish', 'Something with beans, but only if somebody else soaks them the evening before', 'Both'];
  await publish(origin, me, { caption: 'What do we eat? #supper', poll: { options } });
  const poll = { options: ['Lake', 'River', 'Sea', ...options], multiple: true, named: true };
  const { poll: asked } = await publish(origin, me, { caption: 'And where? #picnic', poll });
  for (const [index, { token }] of guests.entries()) {
    const optionIds = [asked.options[0], asked.options[index + 1]].map((option) => option?.id);
    await callRest(origin, `PUT /polls/${asked.id}/vote`, { token, json: { optionIds } });
  }
}

/** Begins an album to which all guests add a picture. */
async function fillAlbum(origin: string, me: Member, guests: Member[]): Promise<void> {
  const names = guests.map(({ userName }) => `@${userName}`).join(' ');
  const { postId } = await publish(origin, me, { caption: `The day at the sea #ferry ${names}`, album: true });
  const pictures = ['sea-noon.webp', 'sea-dusk.webp', 'sea-dawn.webp', 'hills-dusk.webp', 'town-2.webp'];
  for (const [index, adder] of [me, ...guests].entries())
    await upload(origin, adder, `/posts/${postId}/images`, pictures[index] ?? 'town.webp');
}

/**
 * Creates a friend of the member of each language, with polls, an album, and an event and a birthday of today. The data folder is kept
 * between runs: a later one moves what is of today.
 */
export async function prepareGatherings(origin: string): Promise<void> {
  const { success: isNew } = await rest(origin, 'POST /users', {
    json: { userName: host, email: 'plans@kith.example', password },
  });
  const me = await logIn(origin, host);
  const { userId, token } = me;
  const today = new Date();
  const birthday = { month: today.getMonth() + 1, day: today.getDate() };
  await callRest(origin, `PATCH /users/${userId}`, { token, json: { newcomer: false, birthday } });
  if (!isNew) {
    const posts = await callRest<(Post & { event: object | null })[]>(origin, `GET /users/${userId}/posts`, { token });
    for (const post of posts.filter((each) => each.event))
      await callRest(origin, `PATCH /posts/${post.postId}`, { token, json: { caption, event: event() } });
    return;
  }
  const names = [...Object.values(languages).map(({ member }) => member), longName];
  const guests = await Promise.all(names.map((name) => logIn(origin, name)));
  for (const guest of guests) {
    for (const [from, to] of [
      [me, guest],
      [guest, me],
    ] as const)
      await callRest(origin, 'POST /follows', {
        token: from.token,
        json: { followerId: from.userId, followedId: to.userId },
      });
  }
  const { postId } = await publish(origin, me, { caption, event: event() });
  for (const [index, guest] of guests.entries()) {
    const answer = index === 1 ? 'maybe' : 'yes';
    await callRest(origin, `PUT /posts/${postId}/answer`, { token: guest.token, json: { answer } });
  }
  await ask(origin, me, guests);
  await fillAlbum(origin, me, guests);
}
