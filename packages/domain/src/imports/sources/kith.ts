import type { ArchiveFile } from '../archive.ts';
import { type Found, fieldsOf, listOf, makeFit, oneOf, textOf, timeOf } from '../foundPost.ts';

const audiences = ['public', 'friends', 'close', 'private'] as const;
const commenters = ['everyone', 'friends', 'nobody'] as const;

/** The key from which the client id of a post without one is derived. It is the same on every server that imports the post. */
export const keyOf = (serverUrl: string, postId: number | string): string => `kith:${serverUrl}:${postId}`;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The server of an export. `unnamed` maps the id that another server derives for each of the member's posts without a client id
 * to the id of that post.
 */
export interface Origin {
  url: string;
  isThis: boolean;
  unnamed: ReadonlyMap<string, number>;
}

/** Reads an entry of `posts.json` in an export of Kith from `server`. */
export function readKithPost(
  item: unknown,
  find: (path: string) => ArchiveFile | null,
  now: Date,
  server: Origin,
): Found {
  const post = fieldsOf(item);
  const postId = Number.isSafeInteger(post.postId) ? (post.postId as number) : null;
  const clientId = uuid.test(textOf(post.clientId)) ? textOf(post.clientId) : null;
  return makeFit(
    {
      key: keyOf(server.url, postId ?? JSON.stringify([post.createdAt, post.caption])),
      clientId,
      ownId: server.isThis ? postId : (server.unnamed.get(clientId ?? '') ?? null),
      caption: textOf(post.caption),
      location: textOf(post.location),
      // An audience that this version does not know is replaced by the narrowest one.
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
