import type { QueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import { toggle } from '../../../lib/toggleQueue.ts';
import { toast } from '../../../ui/toast.tsx';
import type { ChatKey } from '../chat.ts';
import { loadedMessages, updateReactions } from './messageCache.ts';
import { withOwnReaction } from './messageChanges.ts';

/**
 * Adds or removes the viewer's reaction. The change is shown immediately. Further clicks while a call is in flight lead to at
 * most one more call.
 */
export function setReaction(client: QueryClient, chat: ChatKey, messageId: number, emoji: string, add: boolean): void {
  const now = () => loadedMessages(client, chat).find((message) => message.messageId === messageId)?.reactions;
  const show = (mine: boolean) => {
    const reactions = now();
    if (reactions) updateReactions(client, chat, messageId, withOwnReaction(reactions, emoji, mine));
  };
  toggle(add, {
    key: `reaction:${messageId}:${emoji}`,
    value: now()?.some((reaction) => reaction.emoji === emoji && reaction.mine) ?? false,
    send: async (mine) => {
      const answer = await api.messages[mine ? 'react' : 'unreact'].mutate({ messageId, emoji });
      updateReactions(client, chat, messageId, answer.reactions);
      return mine;
    },
    onRequest: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (error) toast(`${t('messages.reactFailed')} ${failureText(error)}`, { variant: 'bad' });
    },
  });
}
