import type { TFunction } from 'i18next';
import { nameOf } from '../../ui/PersonName.tsx';
import type { Message, Quote } from './message.ts';
import { type Chat, preview } from './message.ts';

interface EventDetails {
  senderId: number;
  subjectId?: number | null | undefined;
  /** The new name, for an event that renames the group. */
  content: string;
  me: number;
  nameOf: (userId: number) => string;
}

/** Returns a sentence about an event in a group, such as a new member. */
export function eventText(t: TFunction, event: NonNullable<Message['event']>, details: EventDetails): string {
  const { senderId, subjectId, content, me, nameOf } = details;
  const name = nameOf(senderId);
  const other = subjectId == null ? '' : nameOf(subjectId);
  const mine = senderId === me;
  switch (event) {
    case 'made':
      return mine ? t('messages.event.madeByYou') : t('messages.event.made', { name });
    case 'named':
      return mine
        ? t('messages.event.namedByYou', { group: content })
        : t('messages.event.named', { name, group: content });
    case 'left':
      return t('messages.event.left', { name });
    case 'added':
      if (subjectId === me) return t('messages.event.addedYou', { name });
      return mine ? t('messages.event.addedByYou', { other }) : t('messages.event.added', { name, other });
    case 'removed':
      return mine ? t('messages.event.removedByYou', { other }) : t('messages.event.removed', { name, other });
  }
}

/** Returns what stands for a message without a text. */
export function describe(t: TFunction, media: Quote['media'] | undefined, post: boolean): string {
  if (media) return t(media === 'picture' ? 'messages.picture' : `${media}.title`);
  return post ? t('post.title') : '';
}

/** Returns the text of a quoted message in one line, and what else it is: a picture, a post, or a poll that asks the text. */
export function quotedText(t: TFunction, { content, deleted, folded, media, post, poll }: Quote): string {
  if (deleted) return t('messages.deletedMessage');
  if (folded) return t('messages.foldedQuote');
  const description = poll ? t('polls.title') : describe(t, media, post);
  return [description, content.replace(/\s+/g, ' ')].filter(Boolean).join(': ');
}

/** Returns the text for the last message or event of a chat in the list, as shown to the member `me`. */
export function lastLine(t: TFunction, { kind, users, lastMessage }: Chat, me: number): string | null {
  if (!lastMessage) return null;
  const { content, senderId, deleted, event, subjectId, media, post } = lastMessage;
  const inGroup = kind === 'group';
  const senderName = (userId: number) => {
    const person = users.find((each) => each.userId === userId);
    return (person && nameOf(person)) ?? t('messages.formerMember');
  };
  if (event) return eventText(t, event, { senderId, subjectId, content, me, nameOf: senderName });
  const description = describe(t, media, post);
  // If a group message has no content, the viewer has blocked its sender, so the text does not name the sender either.
  if (inGroup && !deleted && !content && !description) return t('messages.hiddenByBlock');
  const text = deleted ? t('messages.deletedMessage') : preview(content) || description;
  if (senderId === me) return deleted ? text : t('messages.yours', { text });
  return inGroup ? t('messages.said', { name: senderName(senderId), text }) : text;
}
