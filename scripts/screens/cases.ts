import { callRest, rest } from '../../e2e/fixtures/rest.ts';
import { pictureOf } from '../seed/pictures.ts';
import { password } from '../seed/stories.ts';
import { languages } from './shots.ts';

export interface Member {
  userId: number;
  userName: string;
  token: string;
}

/** A username of the greatest allowed length, in which no line can break. */
export const longName = 'Wolfeschlegelstein_B';
/** The username of a member with a private account, follow requests, access tokens and webhooks. */
export const guarded = 'quiet.one';
export const blocked = 'noise.maker';
const stranger = 'a.stranger';

export async function logIn(origin: string, userName: string): Promise<Member> {
  const json = { identifier: userName, password };
  const { token, user } = await callRest<{ token: string; user: Member }>(origin, 'POST /auth/login', { json });
  return { ...user, token };
}

export async function upload(
  origin: string,
  { token }: Pick<Member, 'token'>,
  path: string,
  picture: string,
): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await pictureOf(picture))], { type: 'image/webp' }), picture);
  await callRest(origin, `POST ${path}`, { token, form });
}

async function writePost(origin: string, { userId, token }: Member, caption: string, location = ''): Promise<number> {
  const json = { userId, caption, location, latitude: null, longitude: null };
  return (await callRest<{ postId: number }>(origin, 'POST /posts', { token, json })).postId;
}

/** Writes a post with very long words in every field, and comments on it. */
async function writeLong(origin: string, author: Member, others: Member[]): Promise<void> {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const place = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Ynys Môn, Cymru';
  await writePost(origin, author, `${word}. That is all I wanted to say.`);
  const address = 'https://example.org/a/very/long/address/that/leads/nowhere/and/has/no/place/to/break?and=parameters';
  const postId = await writePost(origin, author, `${word} ${address} #${word} @${others[0]?.userName}`, place);
  await upload(origin, author, `/posts/${postId}/images`, 'lake-dusk.webp');
  await upload(origin, author, `/posts/${postId}/images`, 'town.webp');
  for (const { userId, userName, token } of others) {
    const said = { userId, postId, content: `@${author.userName} ${word}, as they say where I come from. ${address}` };
    const { commentId } = await callRest<{ commentId: number }>(origin, 'POST /comments', { token, json: said });
    const reply = { userId: author.userId, postId, content: `Do they, ${userName}?`, parentId: commentId };
    await callRest(origin, 'POST /comments', { token: author.token, json: reply });
    await callRest(origin, `POST /comments/${commentId}/likes`, { token: author.token });
  }
}

const groupNames = {
  en: 'Sunday walks, and soup afterwards, whatever the weather',
  es: 'Paseos de domingo, y después sopa, haga el tiempo que haga',
  pl: 'Niedzielne spacery, a potem zupa, niezależnie od pogody',
};

/** Creates a group chat with replies, reactions, pictures and a mention. */
async function talk(origin: string, me: Member, others: Member[], name: string): Promise<void> {
  const json = { userIds: others.map(({ userId }) => userId), name };
  const { chatId } = await callRest<{ chatId: number }>(origin, 'POST /chats', { token: me.token, json });
  const say = ({ token }: Member, content: string, replyToId?: number) =>
    callRest<{ messageId: number }>(origin, `POST /chats/${chatId}/messages`, { token, json: { content, replyToId } });
  const [one, two] = others as [Member, Member];
  const first = await say(one, 'Sunday at ten, by the old bridge?');
  await upload(origin, one, `/chats/${chatId}/images`, 'forest-dawn.webp');
  await upload(origin, one, `/chats/${chatId}/images`, 'lake-noon.webp');
  const reply = await say(me, `@${one.userName} I bring the soup. https://example.org/soup`, first.messageId);
  for (const { token } of [one, two])
    await callRest(origin, `PUT /messages/${reply.messageId}/reactions`, { token, json: { emoji: '🥣' } });
  await say(two, '👍');
  await say(two, 'See you there.');
}

/** Makes the member of each language a host, by the one who is a host already, and describes the server. */
async function describeServer(origin: string, [first, ...others]: Member[]): Promise<void> {
  const token = (first as Member).token;
  for (const { userId } of others) await callRest(origin, `POST /host/members/${userId}/host`, { token });
  const description = 'A house by the lake for the people who swim, row and eat soup together.';
  const rules = 'Be kind.\nAsk before you post somebody’s picture.\nWhat is said at the table stays at the table.';
  await callRest(origin, 'PATCH /host/server', { token, json: { description, rules, setUp: true } });
}

/**
 * Adds extreme content to the demo community, such as the longest names and texts. Idempotent, because the data folder is kept
 * between runs.
 */
export async function prepareCases(origin: string): Promise<void> {
  const names = [longName, guarded, blocked, stranger];
  for (const [index, userName] of names.entries()) {
    const { success } = await rest(origin, 'POST /users', {
      json: { userName, email: `case${index}@kith.example`, password },
    });
    if (!success) return;
  }
  const cases = await Promise.all(names.map((name) => logIn(origin, name)));
  const [long, quiet, noise, other] = cases as [Member, Member, Member, Member];
  for (const { userId, token } of cases)
    await callRest(origin, `PATCH /users/${userId}`, { token, json: { newcomer: false } });
  const bio = 'I collect words that do not fit.\nhttps://example.org/words-that-do-not-fit-anywhere-at-all';
  await callRest(origin, `PATCH /users/${long.userId}`, { token: long.token, json: { bio } });
  await callRest(origin, `PATCH /users/${quiet.userId}`, { token: quiet.token, json: { visibility: 'private' } });
  const members = new Map<string, Member>();
  for (const [language, { member }] of Object.entries(languages)) members.set(language, await logIn(origin, member));
  await describeServer(origin, [...members.values()]);
  await writeLong(origin, long, [...members.values()]);
  for (const [language, me] of members) {
    const { userId, token } = me;
    await talk(origin, me, [long, noise], groupNames[language as keyof typeof groupNames]);
    await callRest(origin, 'POST /blocks', { token, json: { userId: noise.userId } });
    await callRest(origin, 'POST /follows', { token, json: { followerId: userId, followedId: quiet.userId } });
  }
  for (const { userId } of [...members.values(), quiet]) {
    const asked = { senderId: other.userId, receiverId: userId, content: 'Hello! Are you the one from the lake?' };
    await callRest(origin, 'POST /messages', { token: other.token, json: asked });
  }
  const { token } = quiet;
  await callRest(origin, 'POST /tokens', {
    token,
    json: { name: 'Garden bot', scopes: ['read', 'write', 'messages'] },
  });
  await callRest(origin, 'POST /webhooks', { token, json: { url: 'https://example.org/hooks/of/the/garden/bot' } });
  await callRest(origin, 'POST /mutes', { token, json: { userId: long.userId } });
  await callRest(origin, 'POST /blocks', { token, json: { userId: noise.userId } });
}
