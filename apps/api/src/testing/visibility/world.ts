import { probe } from '@kith/db/testing';
import { disableUser, publishRanking, recountCounters, scorePosts } from '@kith/domain';
import { comment, follow, like, publish, write } from '../actions.ts';
import { type Person, signUpAndIn, startTestApp } from '../testApp.ts';

export const accounts = ['open', 'closed'] as const;
export type Account = (typeof accounts)[number];

/** What a post of the table is: its audience, and a state that hides it from some of that audience. */
export interface Kind {
  account: Account;
  audience: 'public' | 'friends' | 'close' | 'private';
  state?: 'hidden' | 'waiting' | 'expired' | 'frozen';
}

export interface Post extends Kind {
  postId: number;
  /** The author's first comment, to which the author has replied. */
  commentId: number;
  /** A named poll, of which the world's posts have one each besides what they say. */
  pollId: number;
  /** A marker in the post's caption and in its comment; the caption contains it also as a tag. */
  mark: string;
  /** The storage key of its picture. */
  key: string;
}

export const viewers = [
  ...['stranger', 'requested', 'follower', 'friend', 'late', 'close', 'closest', 'latest', 'muter'],
  ...['moderator', 'blocked', 'blocker', 'disabled', 'ended', 'signedOut'],
];

/** Who follows the authors, whom they follow back, and who is on their lists of close friends. */
const followers = [
  'blocked',
  'blocker',
  'disabled',
  'ended',
  'follower',
  'friend',
  'late',
  'closest',
  'latest',
  'muter',
];
const followed = ['friend', 'late', 'closest', 'latest'];
const closeFriends = ['close', 'closest', 'latest', 'muter', 'disabled', 'blocked', 'blocker'];

export const tagOf = (mark: string) => mark.replaceAll('-', '_');
export const captionOf = (mark: string) => `${mark} #${tagOf(mark)}`;
export const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();

/** Texts that only a disabled member's name, posts, comments and picture contain. */
export const traces = /shut\.out|SECRET|P{24}/;
const shutKey = 'P'.repeat(24);

/** The states in which the database has a post, after everybody has had the chance to see it. */
const states: Record<NonNullable<Kind['state']>, string> = {
  hidden: 'hidden_at = now()',
  waiting: `shown_from = now() + interval '1 hour'`,
  expired: `expires_at = now() - interval '1 second'`,
  frozen: 'frozen_at = now()',
};

/** A server with two authors, a post of each of these kinds, viewers, and a disabled member. */
export async function startWorld(kinds: readonly Kind[]) {
  const server = await startTestApp();
  const { domain } = server.deps;
  const sql = async (text: string, values: unknown[] = []) => (await probe(domain.db, text, values)).rows;
  const people: Record<string, Person> = {};
  for (const account of accounts) people[account] = await signUpAndIn(server.app, `${account}.author`);
  for (const viewer of viewers) people[viewer] = await signUpAndIn(server.app, `the.${viewer}`);
  const person = (name: string) => people[name] as Person;
  const authors = { open: person('open'), closed: person('closed') };
  await authors.closed.mutate('users.update', { userId: authors.closed.userId, visibility: 'private' });

  const accept = async (who: Person, author: Person) => {
    await follow(who, author);
    await author.mutate('follows.accept', { userId: who.userId });
  };
  const addPicture = async (owner: Person, key: string, postId: number | null, width: number) => {
    await sql(
      `with made as (insert into images (owner_id, kind, post_id, key, status, width, height, widths)
         values ($1, case when $2::int is null then 'profile' else 'post' end, $2, $3, 'ready', 9, 9, array[$4::int]) returning id)
       update posts set image_id = made.id from made where posts.id = $2`,
      [owner.userId, postId, key, width],
    );
    await domain.storage.put(`media/${key}/${width}.webp`, Buffer.from('webp'), 'image/webp');
  };

  const addPoll = async (postId: number): Promise<number> => {
    const [poll] = await sql(
      `with made as (insert into polls (post_id, named) values ($1, true) returning id)
       insert into poll_options (poll_id, position, text) select id, 0, 'yes' from made returning poll_id::int as id`,
      [postId],
    );
    return poll.id;
  };

  const posts: Post[] = [];
  for (const author of Object.values(authors)) {
    for (const name of followers) await accept(person(name), author);
    for (const name of followed) await follow(author, person(name));
    for (const name of closeFriends) await author.mutate('closeFriends.add', { userId: person(name).userId });
  }
  await follow(person('requested'), authors.closed);
  for (const kind of kinds) {
    const author = authors[kind.account];
    const name = `${kind.account}-${kind.audience}-${kind.state ?? 'shown'}`;
    const [mark, key] = [`${name}-mark`.toUpperCase(), name.replaceAll('-', '').padEnd(24, 'x')];
    const event = { startsAt: inAWeek, timeZone: 'UTC' };
    const postId = await publish(author, captionOf(mark), { audience: kind.audience, event });
    await addPicture(author, key, postId, 320);
    const { commentId } = (await comment(author, postId, `under ${mark}`)).body.data;
    await comment(author, postId, `under ${mark}`, { parentId: commentId });
    const pollId = await addPoll(postId);
    posts.push({ ...kind, postId, commentId, pollId, mark, key });
    await like(author, postId);
    await author.call('PUT', `/posts/${postId}/answer`, { answer: 'yes' });
    // Ranked posts need a like from somebody other than their author.
    await like(person('friend'), postId);
  }
  // Everybody bookmarked every post before some lost access to it.
  await sql('insert into bookmarks (user_id, post_id) select u.id, p.id from users u, posts p');

  const shut = await addShut();
  const runAt = new Date(Date.now() + 1_000).toISOString();
  await scorePosts(domain, { runAt });
  await publishRanking(domain, { runAt });
  for (const [state, change] of Object.entries(states)) {
    const ids = posts.filter((post) => post.state === state).map(({ postId }) => postId);
    await sql(`update posts set ${change} where id = any ($1)`, [ids]);
  }
  await recountCounters(domain);
  for (const author of Object.values(authors)) {
    const { userId } = person('late');
    await person('late').delete('/follows', { followerId: userId, followedId: author.userId });
    await accept(person('late'), author);
    for (const path of ['closeFriends.remove', 'closeFriends.add'])
      await author.mutate(path, { userId: person('latest').userId });
    await person('muter').mutate('users.mute', { userId: author.userId, until: inAWeek });
    await author.mutate('users.block', { userId: person('blocked').userId });
    await person('blocker').mutate('users.block', { userId: author.userId });
  }
  // The first member of a server automatically becomes its host and a moderator, but in these tests only `the.moderator` is both.
  await sql(`update users set moderator = user_name = 'the.moderator', host = user_name = 'the.moderator'`);
  for (const userName of ['the.disabled', 'shut.out']) await disableUser(domain, { userName });
  await person('ended').post('/auth/logout');
  person('signedOut').token = undefined;
  return { server, sql, authors, person, posts, shut };

  /** Adds a member who took part in everything, and is disabled afterwards. */
  async function addShut() {
    const [who, reader, friend] = [await signUpAndIn(server.app, 'shut.out'), authors.open, person('friend')];
    const postId = await publish(who, `SECRET #SECRET @${reader.userName}`);
    for (const each of [reader, friend]) {
      await follow(each, who);
      await like(each, postId);
      await comment(each, postId, 'on SECRET');
    }
    await follow(who, reader);
    const { postId: readersPost, pollId } = posts[0] as Post;
    const [option] = await sql('select id::int from poll_options where poll_id = $1', [pollId]);
    await who.mutate('polls.vote', { pollId, optionIds: [option.id] });
    await like(who, readersPost);
    const { commentId } = (await comment(who, readersPost, 'SECRET')).body.data;
    await comment(friend, readersPost, 'in reply to SECRET', { parentId: commentId });
    await comment(who, readersPost, 'SECRET reply', { parentId: (posts[0] as Post).commentId });
    await comment(friend, readersPost, 'plain');
    // The newest comment is the disabled member's: the notification about this one and the friend's must not quote it.
    await comment(who, readersPost, 'SECRET again');
    await write(who, reader, 'a message stays');
    await addPicture(who, shutKey, null, 256);
    await sql('update users set picture_key = $2 where id = $1', [who.userId, shutKey]);
    return { who, postId, commentId, key: shutKey };
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>;
