import { createStore } from './store.ts';

export interface ReportTarget {
  kind: 'post' | 'comment' | 'message' | 'user';
  id: number;
}

/** A post that is being sent into chats. */
export interface SentPost {
  postId: number;
  /** The text that stands for the post in the dialog. */
  content: string;
}

/**
 * The dialog that is open above any page and popup. It has no address, because a link to a half-written report or an unsent
 * message is useless.
 */
export const openDialog = createStore<{ report: ReportTarget } | { send: SentPost } | null>(null);

export const openReport = (report: ReportTarget): void => openDialog.set({ report });

export const closeDialog = (): void => openDialog.set(null);
