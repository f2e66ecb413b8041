import { allEndpoints } from '../../rest/endpoint.ts';
import type { Person, Reply } from '../testApp.ts';

/** A member, with a post and a comment of theirs, as others name them in calls. */
export interface Subject {
  userId: number;
  userName: string;
  uid: string;
  postId: number;
  commentId: number;
}

/** A member who never existed. */
export const nobody: Subject = {
  userId: 999_999,
  userName: 'no.body',
  uid: 'kith-nobody',
  postId: 888_888,
  commentId: 777_777,
};

/** The inputs with which each query asks about a member; none if the query has no input that names a member. */
export function queriesAbout({ userId, userName, uid, postId, commentId }: Subject): Record<string, object[]> {
  const [user, post, start] = [{ userId }, { postId }, userName.slice(0, 6)];
  return {
    'auth.options': [],
    'auth.session': [],
    'auth.sessions': [],
    // A disabled member's user name stays taken, and sign-up must say so.
    'auth.userNameAvailable': [],
    'bookmarks.list': [],
    'calendar.state': [],
    // Chats are visible like messages: they belong to all of their members.
    'chats.byId': [],
    'chats.withUser': [],
    'chats.list': [],
    'chats.messages': [],
    'closeFriends.list': [],
    'comments.count': [post],
    'comments.list': [post],
    'comments.replies': [{ commentId }],
    'events.answers': [post],
    'events.list': [],
    'exports.state': [],
    'feed.home': [],
    'follows.followers': [user],
    'follows.followersCount': [user],
    'follows.following': [user],
    'follows.followingCount': [user],
    'follows.friends': [],
    'follows.requests': [],
    'follows.requestsCount': [],
    // Hosts see every member, and nobody else gets an answer: host.test.ts asks.
    'host.backups': [],
    'host.invitations': [],
    'host.jobs': [],
    'host.log': [],
    'host.members': [],
    'host.overview': [],
    'host.settings': [],
    'imports.byId': [],
    'imports.latest': [],
    'invitations.joined': [],
    'invitations.list': [],
    'likes.byFriends': [{ postIds: [postId] }],
    'likes.count': [post],
    'likes.likers': [post],
    'likes.list': [user],
    'messages.contacts': [{ query: userName }],
    // Messages of a disabled user stay visible, like those of a deleted user, because they belong to both members.
    'messages.conversation': [],
    // The input of this query names a message that the caller sent, so it cannot ask about another member.
    'messages.readers': [],
    'messages.search': [],
    'messages.sentBy': [],
    'messages.unreadCount': [],
    'moderation.cases': [],
    'moderation.log': [],
    'notifications.actors': [],
    'notifications.list': [],
    'notifications.pushKey': [],
    'notifications.settings': [],
    'notifications.unreadCount': [],
    'passkeys.list': [],
    // The input names a poll; the table of posts asks.
    'polls.voters': [],
    'posts.byId': [post],
    'posts.byUser': [user],
    'posts.countByUser': [user],
    'posts.images': [post],
    'posts.list': [],
    'posts.popular': [],
    'search.all': [{ kind: 'people', query: start }],
    'search.best': [{ query: userName }],
    'search.people': [{ query: start }, { query: userName }],
    'search.posts': [{ query: start }],
    'search.tags': [{ query: start }],
    'secondFactor.state': [],
    'server.get': [],
    'tags.posts': [{ tag: start }],
    'tags.trending': [],
    'today.read': [],
    'tokens.list': [],
    'users.blocks': [],
    'users.byFirebaseUid': [{ firebaseUid: uid }],
    'users.byId': [user],
    'users.byName': [{ userName }, { userName: userName.toUpperCase() }],
    'users.moderators': [],
    'users.mutes': [],
    'users.search': [{ query: start }],
    'users.newest': [],
    'users.suggested': [],
    'webhooks.list': [],
    // The page of a year holds posts of the caller alone.
    'years.read': [],
  };
}

/** Every documented path that names a member or a post, called about this member; the receiver of messages is the caller. */
export function pathsAbout(who: Person, { userId, userName, uid, postId }: Subject): [string, () => Promise<Reply>][] {
  const values: Record<string, unknown> = { userId, userName, firebaseUid: uid, postId, receiverId: who.userId };
  return allEndpoints
    .filter(({ url }) => /:(?:userId|postId|userName|firebaseUid)\b/.test(url) && !/:senderId|^\/host\//.test(url))
    .map(({ method, url }) => {
      const filled = url.replace(/:(\w+)(?:\([^)]*\))?/g, (_, name: string) => String(values[name] ?? '1'));
      return [`${method} ${url}`, () => who.call(method, filled, method === 'PATCH' ? { caption: 'x' } : {})];
    });
}

/** What a member may do to another: each of these calls is answered 404 if the other does not exist. */
export function actionsOn(who: Person, { userId, postId }: Subject): [string, () => Promise<Reply>][] {
  const pair = { followerId: who.userId, followedId: userId };
  return [
    ['like', () => who.post('/likes', { userId: who.userId, postId })],
    ['unlike', () => who.delete('/likes', { userId: who.userId, postId })],
    ['comment', () => who.post('/comments', { userId: who.userId, postId, content: 'hello?' })],
    ['bookmark', () => who.post('/bookmarks', { postId })],
    ['answer', () => who.call('PUT', `/posts/${postId}/answer`, { answer: 'yes' })],
    ['follow', () => who.post('/follows', pair)],
    ['unfollow', () => who.delete('/follows', pair)],
    ['message', () => who.post('/messages', { senderId: who.userId, receiverId: userId, content: 'hello?' })],
    ['mute', () => who.post('/mutes', { userId })],
    ['report', () => who.post('/reports', { kind: 'user', id: userId, reason: 'spam' })],
    ['add a picture', () => who.post(`/posts/${postId}/image`, {})],
  ];
}
