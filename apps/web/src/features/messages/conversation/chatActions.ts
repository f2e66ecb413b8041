import { createContext, useContext } from 'react';
import type { MessagePicture, Quote, ShownMessage } from '../message.ts';

/** The position of a menu: at the pointer, or at the button. */
export interface MenuPosition {
  x: number;
  y: number;
}

/** What the text in the field is for: a reply to a message, or an edit of one. */
export interface Target {
  kind: 'reply' | 'edit';
  messageId: number;
  quote: Quote;
  /** The complete text of the message. */
  content: string;
}

/** The actions on a chat's messages. */
export interface ChatActions {
  nameOf: (userId: number) => string;
  /** The pictures of the loaded messages, oldest first. */
  loadedPictures: () => (MessagePicture & { label: string })[];
  openMenu: (message: ShownMessage, place: MenuPosition) => void;
  reply: (message: ShownMessage) => void;
  react: (message: ShownMessage, emoji: string, add: boolean) => void;
  /** Scrolls to a quoted message, wherever it is in the chat. */
  goTo: (messageId: number) => void;
}

const Context = createContext<ChatActions | null>(null);
export const ChatActionsProvider = Context.Provider;

export function useChatActions(): ChatActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('This must be used within a chat');
  return actions;
}
