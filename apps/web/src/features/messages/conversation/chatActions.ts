import { createContext, useContext } from 'react';
import type { Quote, ShownMessage } from '../message.ts';

/** Where a menu opens: at the pointer, or at the button. */
export interface MenuPlace {
  x: number;
  y: number;
}

/** What the words in the field are: a reply to a message, or its new words. */
export interface Target {
  kind: 'reply' | 'edit';
  messageId: number;
  quote: Quote;
  /** All its words. */
  content: string;
}

/** What the messages of a chat call. */
export interface ChatActions {
  openMenu: (message: ShownMessage, place: MenuPlace) => void;
  reply: (message: ShownMessage) => void;
  react: (message: ShownMessage, emoji: string, wish: boolean) => void;
  /** Brings a quoted message into view, wherever in the chat it is. */
  goTo: (messageId: number) => void;
}

const Context = createContext<ChatActions | null>(null);
export const ChatActionsProvider = Context.Provider;

export function useChatActions(): ChatActions {
  const actions = useContext(Context);
  if (!actions) throw new Error('There is no chat around this');
  return actions;
}
