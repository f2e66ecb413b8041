import type { TFunction } from 'i18next';
import { groupOf } from '../chat.ts';
import { eventText } from '../eventText.ts';
import { preview } from '../message.ts';
import type { ListedChat } from './mergeChats.ts';

/** The last message or event of a chat, as the member `me` reads it. */
export function lastLine(t: TFunction, { chat, people, lastMessage }: ListedChat, me: number): string | null {
  if (!lastMessage) return null;
  const { content, senderId, deleted, event, subjectId, picture, post } = lastMessage;
  const inGroup = groupOf(chat) !== undefined;
  const nameOf = (userId: number) =>
    people.find((person) => person.userId === userId)?.userName ?? t('messages.formerMember');
  if (event) return eventText(t, event, { senderId, subjectId, content, me, nameOf });
  const description = post ? t('post.title') : t('messages.picture');
  // For a folded message the sender's name is left out too, because the viewer has blocked them.
  if (inGroup && !deleted && !content && !picture && !post) return t('messages.folded', { count: 1 });
  const text = deleted ? t('messages.deletedMessage') : preview(content) || description;
  if (senderId === me) return deleted ? text : t('messages.yours', { text });
  return inGroup ? t('messages.said', { name: nameOf(senderId), text }) : text;
}
