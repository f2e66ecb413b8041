import { Comment, Message, Post } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { announceMessage } from '../chats/announceToChat.ts';
import type { Context } from '../context.ts';

/** The maximum number of posts, of comments and of messages that are announced; most links are in one. */
const maxUses = 20;

/** Publishes that the card of a link has changed, to calls that wait for it and to the readers of what shows it. */
export async function announceLinkPreview(ctx: Context, previewId: number): Promise<void> {
  void announce(ctx, { name: 'linkPreview.read', to: null, payload: { previewId } });
  const em = ctx.db.em();
  const showing = { linkPreview: previewId };
  const newest = { orderBy: { id: 'desc' }, limit: maxUses } as const;
  for (const { id: postId, author } of await em.find(Post, showing, newest))
    void announce(ctx, { name: 'post.changed', to: null, payload: { postId, authorId: author.id, before: null } });
  for (const { id: commentId, post } of await em.find(Comment, showing, { ...newest, populate: ['post'] })) {
    const payload = { commentId, postId: post.id, authorId: post.author.id };
    void announce(ctx, { name: 'comment.changed', to: null, payload });
  }
  for (const { id, chat, sender, receiver } of await em.find(Message, showing, newest)) {
    const parties = { chat_id: chat.id, sender_id: sender.id, receiver_id: receiver?.id ?? null };
    announceMessage(ctx, 'changed', { id, ...parties });
  }
}
