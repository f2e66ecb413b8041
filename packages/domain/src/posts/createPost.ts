import type { Audience, Commenters, PostView } from '@kith/contracts';
import { postQueries } from '@kith/db';
import { afterCommit, handOverJobs } from '../afterCommit.ts';
import { announce } from '../announce.ts';
import { refuseNothingFound } from '../auth/livingActor.ts';
import type { Actor, Context } from '../context.ts';
import { fanOutNow, fanOutPost } from '../feed/fillFeeds.ts';
import { firstRow } from '../firstRow.ts';
import { actAs } from '../permissions.ts';
import { withTrail } from '../trail.ts';
import { mentionedNames } from './mentions.ts';
import { readPost } from './readPost.ts';

export interface CreatePost {
  userId: number;
  caption: string;
  location?: string | null | undefined;
  clientId?: string | undefined;
  audience?: Audience | undefined;
  commenters?: Commenters | undefined;
}

/** Publishes a post as the caller; repeated with the same client id it answers with the post made first. Throws `forbidden`, `unauthenticated`. */
export async function createPost(ctx: Context, actor: Actor, input: CreatePost): Promise<PostView> {
  actAs(actor, input.userId);
  const audience = input.audience ?? 'public';
  const row = await firstRow(
    () =>
      ctx.db.run(postQueries.create, [
        actor.userId,
        input.caption,
        input.location || null,
        input.clientId ?? null,
        mentionedNames(input.caption),
        fanOutNow,
        withTrail({}),
        audience,
        input.commenters ?? 'everyone',
      ]),
    input.clientId,
  );
  if (!row) return refuseNothingFound(ctx, actor);
  if (row.created) {
    if (row.followers_count > fanOutNow) await handOverJobs(ctx);
    else if (row.job_id !== null) {
      const fanOut = { postId: row.id, afterFollowerId: 0, jobId: row.job_id };
      await afterCommit(ctx, 'feed.fanOut', () => fanOutPost(ctx, fanOut));
    }
    announce(
      ctx,
      { name: 'post.created', to: null, payload: { postId: row.id, authorId: actor.userId, audience } },
      ...row.notified.map((recipientId) => ({
        name: 'notification.created' as const,
        to: [recipientId],
        payload: { recipientId },
      })),
    );
  }
  return readPost(ctx, actor, { postId: row.id });
}
