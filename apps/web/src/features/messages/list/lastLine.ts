import type { TFunction } from 'i18next';
import { eventText } from '../eventText.ts';
import { type Chat, preview } from '../message.ts';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Lets the first letter of a text with letters from right to left decide its direction, whatever stands before it. */
const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** Returns the text for the last message or event of a chat in the list, as shown to the member `me`. */
export function lastLine(t: TFunction, { kind, users, lastMessage }: Chat, me: number): string | null {
  if (!lastMessage) return null;
  const { content, senderId, deleted, event, subjectId, picture, post } = lastMessage;
  const inGroup = kind === 'group';
  const nameOf = (userId: number) =>
    users.find((person) => person.userId === userId)?.userName ?? t('messages.formerMember');
  if (event) return eventText(t, event, { senderId, subjectId, content, me, nameOf });
  const description = post ? t('post.title') : t('messages.picture');
  // If a group message has no content, the viewer has blocked its sender, so the text does not name the sender either.
  if (inGroup && !deleted && !content && !picture && !post) return t('messages.hiddenByBlock');
  const text = deleted ? t('messages.deletedMessage') : preview(content) || description;
  if (senderId === me) return deleted ? text : t('messages.yours', { text: isolate(text) });
  return inGroup ? t('messages.said', { name: nameOf(senderId), text: isolate(text) }) : text;
}
