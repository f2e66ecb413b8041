import { createContext, useContext } from 'react';
import type { MenuPosition } from '../../../ui/Menu.tsx';
import type { Track } from '../../voice/player.ts';
import type { MessagePicture, Quote, ShownMessage } from '../message.ts';

/** The message that the text in the input field replies to or edits. */
export interface Target {
  kind: 'reply' | 'edit';
  messageId: number;
  quote: Quote;
  /** The complete text of the message. */
  content: string;
}

/** The actions on the messages of a chat. */
export interface ChatActions {
  nameOf: (userId: number) => string;
  /** Returns the pictures of the loaded messages, oldest first. */
  loadedPictures: () => (MessagePicture & { label: string })[];
  /** Returns the voice messages among the loaded messages, oldest first. */
  loadedVoices: () => Track[];
  openMenu: (message: ShownMessage, place: MenuPosition) => void;
  reply: (message: ShownMessage) => void;
  react: (message: ShownMessage, emoji: string, add: boolean) => void;
  /** Scrolls to a message of the chat, even if the message is not loaded yet. */
  goTo: (messageId: number) => void;
}

const Context = createContext<ChatActions | null>(null);
export const ChatActionsProvider = Context.Provider;

export function useChatActions(): ChatActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('This must be used within a chat');
  return actions;
}
