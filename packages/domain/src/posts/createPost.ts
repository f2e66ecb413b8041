import type { Audience, CommentAudience, PostView } from '@kith/contracts';
import { postQueries } from '@kith/db';
import { afterCommit, announce, firstRow, handOverJobs } from '../afterCommit.ts';
import { actAs, refuseNothingFound } from '../auth/actor.ts';
import type { Actor, Context } from '../context.ts';
import { fanOutNow, fanOutPost } from '../feed/fillFeeds.ts';
import { withTrail } from '../trail.ts';
import { readPost } from './readPosts.ts';

const most = 20;

/**
 * The user names a caption may mention, in lower case, each once, at most 20. A name may end in a dot or a hyphen, and so
 * may a sentence: then it stands here both with and without.
 */
export function mentionedNames(caption: string): string[] {
  const names = new Set<string>();
  for (const [, word = ''] of caption.matchAll(/(?:^|\s)@([A-Za-z0-9_.-]+)/g)) {
    for (const name of [word, word.replace(/[.-]+$/, '')]) {
      if (name.length >= 3 && name.length <= 20 && names.size < most) names.add(name.toLowerCase());
    }
  }
  return [...names];
}

export interface CreatePost {
  userId: number;
  caption: string;
  location?: string | null | undefined;
  clientId?: string | undefined;
  audience?: Audience | undefined;
  comments?: CommentAudience | undefined;
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
        input.comments ?? 'everyone',
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
      { name: 'post.created', to: null, payload: { postId: row.id, authorId: actor.userId } },
      ...row.notified.map((recipientId) => ({
        name: 'notification.created' as const,
        to: [recipientId],
        payload: { recipientId },
      })),
    );
  }
  return readPost(ctx, actor, { postId: row.id });
}
