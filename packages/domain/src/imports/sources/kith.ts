import type { ArchiveFile } from '../archive.ts';
import { type Found, fieldsOf, listOf, makeFit, oneOf, textOf, timeOf } from '../foundPost.ts';

const audiences = ['public', 'friends', 'close', 'private'] as const;
const commenters = ['everyone', 'friends', 'nobody'] as const;

/** An entry of `posts.json` in an export of Kith, from the server of that address. */
export function readKithPost(
  item: unknown,
  find: (path: string) => ArchiveFile | null,
  now: Date,
  server: { url: string; isThis: boolean },
): Found {
  const post = fieldsOf(item);
  const postId = Number.isSafeInteger(post.postId) ? (post.postId as number) : null;
  return makeFit(
    {
      key: `kith:${server.url}:${postId ?? JSON.stringify([post.createdAt, post.caption])}`,
      ownId: server.isThis ? postId : null,
      caption: textOf(post.caption),
      location: textOf(post.location),
      // An audience that this version does not know is not widened.
      audience: oneOf(post.audience, audiences, 'private'),
      comments: oneOf(post.comments, commenters, 'nobody'),
      createdAt: post.createdAt,
      editedAt: timeOf(post.editedAt, now),
      expiresAt: textOf(post.expiresAt) || null,
      pictures: listOf(post.pictures).map((each) => {
        const { file, alt } = fieldsOf(each);
        return { name: textOf(file), file: find(textOf(file)), alt: textOf(alt) };
      }),
    },
    now,
  );
}
