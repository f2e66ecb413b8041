import type { TFunction } from 'i18next';
import type { Message } from './message.ts';

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
