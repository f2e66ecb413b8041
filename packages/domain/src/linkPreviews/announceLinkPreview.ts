import { linkPreviewQueries } from '@kith/db';
import { announce } from '../afterCommit.ts';
import { announceMessage } from '../chats/announceToChat.ts';
import type { Context } from '../context.ts';

/** The maximum number of posts, of comments and of messages that are announced; most links are in one. */
const maxUses = 20;

/** Publishes that the card of a link has changed, to calls that wait for it and to the readers of what shows it. */
export async function announceLinkPreview(ctx: Context, previewId: number): Promise<void> {
  void announce(ctx, { name: 'linkPreview.read', to: null, payload: { previewId } });
  for (const use of await ctx.db.run(linkPreviewQueries.uses, [previewId, maxUses])) {
    const { kind, id, author_id: authorId, of_id: of } = use;
    if (kind === 'post')
      void announce(ctx, { name: 'post.changed', to: null, payload: { postId: id, authorId, before: null } });
    else if (of === null) continue;
    else if (kind === 'comment')
      void announce(ctx, { name: 'comment.changed', to: null, payload: { commentId: id, postId: of, authorId } });
    else announceMessage(ctx, 'changed', { id, chat_id: of, sender_id: authorId, receiver_id: use.receiver_id });
  }
}
