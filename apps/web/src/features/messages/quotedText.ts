import type { TFunction } from 'i18next';
import type { Quote } from './message.ts';

/** Returns the text of a quoted message in one line, or a description if the message has no text. */
export function quotedText(t: TFunction, { content, deleted, folded, picture, post }: Quote): string {
  if (deleted) return t('messages.deletedMessage');
  if (folded) return t('messages.foldedQuote');
  if (content) return content.replace(/\s+/g, ' ');
  return picture ? t('messages.picture') : post ? t('post.title') : '';
}
