import type { QueryClient } from '@tanstack/react-query';
import { onLive } from '../../lib/live.ts';
import { clearUnread, putOnContact, refreshContacts } from './contactCache.ts';
import { distrustConversations, forgetLatest, otherThan, putMessages, putRead } from './messageCache.ts';
import { isReading } from './reading.ts';
import { sendOutbox } from './sendOutbox.ts';
import type { Message } from './types.ts';

/** Keeps chats and their list up to date from the stream, and sends what waits, on whatever screen the member is. */
export function listenForMessages(client: QueryClient, me: number): () => void {
  const put = (message: Message) => {
    const other = otherThan(me, message);
    putMessages(client, other, [message]);
    putOnContact(client, me, message, message.sender.userId === other && !isReading(other));
  };
  let before = false;
  const off = [
    onLive('message.sent', ({ message }) => put(message)),
    onLive('message.read', ({ readerId, senderId, upToMessageId }) => {
      putRead(client, readerId === me ? senderId : readerId, readerId, upToMessageId);
      if (readerId === me) clearUnread(client, senderId);
    }),
    onLive('ready', () => {
      if (before) {
        distrustConversations(client);
        refreshContacts(client);
      }
      before = true;
    }),
    sendOutbox(me, put),
  ];
  return () => {
    for (const stop of off) stop();
    forgetLatest();
  };
}
