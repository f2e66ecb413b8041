import type { Person, Reply } from './testApp.ts';

/** What members do in many tests, through the endpoints of REST. */

/** The status of an answer, and the code of its error. */
export const statusOf = ({ status, body }: Reply): [number, string | undefined] => [status, body.code];

export const follow = (who: Person, whom: Person) =>
  who.post('/follows', { followerId: who.userId, followedId: whom.userId });

/** Publishes a post and returns its id. */
export const publish = async (who: Person, caption = 'hello', more: object = {}): Promise<number> =>
  (await who.post('/posts', { userId: who.userId, caption, ...more })).body.data.postId;

export const like = (who: Person, postId: number) => who.post('/likes', { userId: who.userId, postId });
export const unlike = (who: Person, postId: number) => who.delete('/likes', { userId: who.userId, postId });

export const comment = (who: Person, postId: number, content: string, more: object = {}) =>
  who.post('/comments', { userId: who.userId, postId, content, ...more });

/** Answers whether one comes to an event. */
export const answer = (who: Person, postId: number, given: unknown) =>
  who.call('PUT', `/posts/${postId}/answer`, { answer: given });

/** Sends a message from one member to another. */
export const write = (from: Person, to: Person, content = 'hello', more: object = {}) =>
  from.post('/messages', { senderId: from.userId, receiverId: to.userId, content, ...more });

/** Opens the chat with one other member, or a group with several, and returns its id. */
export const openChat = async (who: Person, others: readonly Person[], name = 'Friends'): Promise<number> =>
  (await who.post('/chats', { userIds: others.map(({ userId }) => userId), ...(others.length > 1 && { name }) })).body
    .data.chatId;

/** Sends a message to a chat. */
export const say = (who: Person, chatId: number, content: string, more: object = {}) =>
  who.post(`/chats/${chatId}/messages`, { content, ...more });
