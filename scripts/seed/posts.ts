import { FeedEntry, Post } from '@kith/db';
import { type Actor, type Context, createComment, createPost, likePost, postPicture } from '@kith/domain';
import type { Cast } from './people.ts';
import { pictureOf } from './pictures.ts';
import { progress } from './progress.ts';
import { seedQueries } from './queries.ts';
import { chance } from './random.ts';
import { stableId } from './stableId.ts';
import { people, type Story } from './stories.ts';

/** Publishes every story of the demo members as a post with pictures, comments and likes. Does not repeat existing posts. */
export async function seedPosts(ctx: Context, cast: Cast, since: Date): Promise<void> {
  const all = people
    .flatMap(({ userName, stories }) =>
      stories.map((story, index) => ({ userName, story, id: `${userName} ${index}` })),
    )
    .sort((a, b) => b.story.hoursAgo - a.story.hoursAgo);
  const report = progress('Posts', all.length);
  for (const [index, { userName, story, id }] of all.entries()) {
    const author = cast.get(userName) as Actor;
    const { postId } = await createPost(ctx, author, {
      userId: author.userId,
      caption: story.text,
      location: story.place,
      clientId: stableId(`post ${id}`),
    });
    await addPictures(ctx, author, postId, story);
    await comment(ctx, cast, postId, story, id);
    await like(ctx, cast, author, postId, index);
    await backdate(ctx, postId, new Date(since.getTime() - story.hoursAgo * 3_600_000));
    report(index + 1);
  }
}

async function addPictures(ctx: Context, author: Actor, postId: number, { pictures }: Story): Promise<void> {
  const post = await ctx.db.em().findOneOrFail(Post, { id: postId });
  if (post.image) return;
  for (const picture of pictures)
    await postPicture.attach(ctx, author, { postId, place: 'last' }, await pictureOf(picture));
}

async function comment(ctx: Context, cast: Cast, postId: number, { comments }: Story, id: string): Promise<void> {
  for (const [index, { userName, text: content }] of comments.entries()) {
    const { userId, ...actor } = cast.get(userName) as Actor;
    const clientId = stableId(`comment ${id} ${index}`);
    await createComment(ctx, { userId, ...actor }, { userId, postId, content, clientId });
  }
}

async function like(ctx: Context, cast: Cast, author: Actor, postId: number, seed: number): Promise<void> {
  const luck = chance(1000 + seed);
  const liking = 0.2 + 0.65 * luck();
  for (const actor of cast.values()) {
    if (luck() > liking || actor === author) continue;
    await likePost(ctx, actor, { userId: actor.userId, postId });
  }
}

/**
 * Dates a post, its comments and its places in feeds, which were created with the current time. The comments follow in steps of 20
 * minutes. A worker has put the post into feeds long before, if it runs: what else belongs to the post takes longer.
 */
export async function backdate(ctx: Context, postId: number, at: Date): Promise<void> {
  await ctx.db.em().nativeUpdate(Post, { id: postId }, { createdAt: at });
  await ctx.db.em().nativeUpdate(FeedEntry, { postId }, { createdAt: at });
  await ctx.db.run(seedQueries.backdateComments, [postId, at]);
}
