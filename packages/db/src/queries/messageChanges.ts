import type { Message, MessageReaction } from '../entities/index.ts';
import type { Columns } from '../rows.ts';
import { statement } from '../statement.ts';
import type { UserListRow } from './users.ts';

/** Statements that edit and delete messages, and about reactions to them. */
export const messageChangeQueries = {
  locked: statement<[member: number, message: number], Columns<Message, 'id'>>('messageChanges/locked'),
  chatLocked: statement<[message: number], { id: number }>('messageChanges/chatLocked'),
  edit: statement<[sender: number, message: number, content: string, words: string[]], Columns<Message, 'id'>>(
    'messageChanges/edit',
  ),
  tooOld: statement<[message: number], { late: boolean }>('messageChanges/tooOld'),
  remove: statement<[sender: number, message: number], Columns<Message, 'id'>>('messageChanges/remove'),
  react: statement<
    [member: number, message: number, emoji: string, kinds: number],
    { found: boolean; changed: boolean; known: boolean }
  >('messageChanges/react'),
  unreact: statement<[member: number, message: number, emoji: string], Columns<MessageReaction, 'message'>>(
    'messageChanges/unreact',
  ),
  readers: statement<[sender: number, message: number, before: number, rows: number], UserListRow>(
    'messageChanges/readers',
  ),
  reactors: statement<[message: number], Columns<MessageReaction, 'emoji'> & { user_ids: number[] }>(
    'messageChanges/reactors',
  ),
};
