import type { Message, Reaction } from '../message.ts';

const maxQuote = 200;

/** Whether the page of a link was read since `before`. The addresses of its picture differ from day to day. */
const isLater = ([link]: Message['links'] = [], [before]: Message['links'] = []): boolean =>
  link !== undefined && (link.title !== before?.title || !link.imageUrl !== !before.imageUrl);

/**
 * Returns the message after an edit or deletion. `change` is the new state of the message itself, or of the message that it
 * quotes. Deletions are final. Of two edits of the message itself, the later one wins.
 */
export function withChange(message: Message, change: Message | undefined): Message {
  const { replyTo } = message;
  if (change && replyTo?.messageId === change.messageId && (change.deletedAt || !replyTo.deleted)) {
    const content = [...change.content].slice(0, maxQuote).join('');
    return { ...message, replyTo: { ...replyTo, content, deleted: change.deletedAt !== null } };
  }
  if (change?.messageId !== message.messageId || message.deletedAt) return message;
  const { content, editedAt, deletedAt, image, imageUrl, voice, readCount, links, poll } = change;
  if (deletedAt)
    return {
      ...message,
      content: '',
      editedAt: null,
      deletedAt,
      reactions: [],
      image: null,
      imageUrl: null,
      voice: null,
      post: null,
      poll: null,
      links: [],
    };
  const withReadCount = (readCount ?? 0) > (message.readCount ?? 0) ? { ...message, readCount } : message;
  const isReady =
    (image && image.status !== message.image?.status) || (voice && voice.status !== message.voice?.status);
  const ready = isReady ? { ...withReadCount, image, imageUrl, voice } : withReadCount;
  const heard = voice?.listened && ready.voice && !ready.voice.listened && { ...ready.voice, listened: true };
  const withMedia = heard ? { ...ready, voice: heard } : ready;
  const withPicture = JSON.stringify(poll) === JSON.stringify(message.poll) ? withMedia : { ...withMedia, poll };
  if ((editedAt ?? '') > (message.editedAt ?? '')) return { ...withPicture, content, editedAt, links };
  return editedAt === message.editedAt && isLater(links, message.links) ? { ...withPicture, links } : withPicture;
}

const sameReactions = (one: Reaction[], other: Reaction[]): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the message with these reactions. A deleted message has none. */
export const withReactions = (message: Message, reactions: Reaction[] | undefined): Message =>
  !reactions || message.deletedAt || sameReactions(reactions, message.reactions) ? message : { ...message, reactions };

/** The emoji offered at the top of a message's menu. All other emoji are in the emoji picker. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** Returns the reactions after the viewer has added (`mine`) or removed the reaction `emoji`. */
export function withOwnReaction(reactions: readonly Reaction[], emoji: string, mine: boolean): Reaction[] {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if (!known) return mine ? [...reactions, { emoji, count: 1, mine }] : [...reactions];
  const count = known.count + Number(mine) - Number(known.mine);
  return reactions.flatMap((reaction) => (reaction !== known ? [reaction] : count > 0 ? [{ emoji, count, mine }] : []));
}
