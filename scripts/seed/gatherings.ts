import { Chat } from '@kith/db';
import {
  type Actor,
  answerEvent,
  type Context,
  createPost,
  openChat,
  postPicture,
  sendToChat,
  vote,
} from '@kith/domain';
import type { Cast } from './people.ts';
import { pictureOf } from './pictures.ts';
import { backdate } from './posts.ts';
import { stableId } from './stableId.ts';

const hour = 3_600_000;
const group = 'Book club';

/** Plans an event, asks in a post and in a group, and begins an album. What an earlier run has made is not repeated. */
export async function seedGatherings(ctx: Context, cast: Cast, since: Date): Promise<void> {
  const member = (name: string) => cast.get(name) as Actor;
  const dates = new Map<number, Date>();
  const publish = async (name: string, hoursAgo: number, details: Partial<Parameters<typeof createPost>[2]>) => {
    const author = member(name);
    const { userId } = author;
    const clientId = stableId(`gathering ${name}`);
    const post = await createPost(ctx, author, { userId, caption: '', clientId, ...details });
    dates.set(post.postId, new Date(since.getTime() - hoursAgo * hour));
    return post;
  };
  await planEvent(ctx, member, publish);
  const { poll } = await publish('lucia.mar', 26, {
    caption: '¿Qué tocamos el sábado en la plaza? #música',
    poll: { options: ['Falla', 'Boccherini', 'Lo de siempre, pero más lento'] },
  });
  for (const [name, index] of Object.entries({ diego: 2, ines_v: 0, paco_rios: 2, 'theo-b': 1 }))
    await voteFor(ctx, member(name), poll, index);
  await askGroup(ctx, member);
  await beginAlbum(ctx, member, publish);
  for (const [postId, at] of dates) await backdate(ctx, postId, at);
}

type Member = (name: string) => Actor;
type Publish = (
  name: string,
  hoursAgo: number,
  details: Partial<Parameters<typeof createPost>[2]>,
) => ReturnType<typeof createPost>;

/** An evening some days after the seeding. On a later run it may be over, and takes no answers. */
async function planEvent(ctx: Context, member: Member, publish: Publish): Promise<void> {
  const evening = new Date(ctx.clock.now().getTime() + 5 * 24 * hour).setUTCHours(18, 30, 0, 0);
  const times = {
    startsAt: new Date(evening).toISOString(),
    endsAt: new Date(evening + 3 * hour).toISOString(),
  };
  const { postId, event } = await publish('samir', 23, {
    caption: 'Bread and soup at mine. Gary rises to the occasion.',
    event: { ...times, timeZone: 'Europe/London', place: 'Samir’s kitchen, Leeds' },
  });
  if (!event || Date.parse(event.startsAt) < ctx.clock.now().getTime()) return;
  const answers = { 'nora.field': 'yes', june_ok: 'yes', 'theo-b': 'maybe', tomek_z: 'no', diego: 'yes' } as const;
  for (const [name, answer] of Object.entries(answers)) await answerEvent(ctx, member(name), { postId, answer });
}

async function voteFor(
  ctx: Context,
  actor: Actor,
  poll: Awaited<ReturnType<typeof createPost>>['poll'],
  index: number,
): Promise<void> {
  const option = poll?.options[index];
  if (poll && option) await vote(ctx, actor, { pollId: poll.id, optionIds: [option.id] });
}

async function askGroup(ctx: Context, member: Member): Promise<void> {
  const nora = member('nora.field');
  const others = ['samir', 'june_ok', 'theo-b'].map(member);
  const known = await ctx.db.em().findOne(Chat, { name: group, maker: nora.userId });
  const userIds = others.map(({ userId }) => userId);
  const chatId = known?.id ?? (await openChat(ctx, nora, { userIds, name: group })).item.chatId;
  const say = (actor: Actor, content: string, details = {}) =>
    sendToChat(ctx, actor, { chatId, content, clientId: stableId(`group ${content}`), ...details });
  await say(nora, 'Soup is sorted. Now the important part.');
  const { item } = await say(nora, 'Which one next?', { poll: { options: ['Flights', 'Solaris', 'The Summer Book'] } });
  for (const [at, index] of [2, 0, 2].entries()) await voteFor(ctx, others[at] as Actor, item.poll, index);
  await say(others[0] as Actor, 'Whichever is the shortest.');
}

/** An album dated after its adders joined, because a tag gives no right to those who joined later. */
async function beginAlbum(ctx: Context, member: Member, publish: Publish): Promise<void> {
  const [nora, samir] = [member('nora.field'), member('samir')];
  const { postId, imagesCount } = await publish('nora.field', 0, {
    caption: 'Three valleys and one flask. Add yours! @samir @june_ok',
    album: true,
  });
  if (imagesCount > 0) return;
  const pictures = [
    [nora, 'hills-autumn.webp'],
    [nora, 'forest-dawn.webp'],
    [samir, 'hills-dusk.webp'],
    [samir, 'coffee-3.webp'],
  ] as const;
  for (const [adder, picture] of pictures)
    await postPicture.attach(ctx, adder, { postId, place: 'last' }, await pictureOf(picture));
}
