import { useEffect, useMemo } from 'react';
import { expiryDate } from '../../lib/expiry.ts';
import { type OutboxEntry, useWaiting } from '../../lib/outbox/store.ts';
import { useStore } from '../../lib/store.ts';
import type { OwnUser, PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { loadPictures, localPictures, sentId, withLocalPictures, withSentPictures } from '../composer/localPictures.ts';
import { captionOf, completeDraft } from '../composer/postDraft.ts';

/** A post of Home. `entry` is set while the post, or a picture of it, is being sent. */
export interface HomePost {
  /** The same while the post is being sent and afterwards. */
  key: string | number;
  post: PostView;
  entry?: OutboxEntry<'post'> | undefined;
}

/** A post as it will be when it is sent. The id is negative until then. */
function unsentPost(
  { userId, userName, displayName, profilePicture }: OwnUser,
  { payload: { draft, createdAt, links = [], event = null, poll } }: OutboxEntry<'post'>,
  index: number,
): PostView {
  const { location, audience, audienceFrozen, comments, expiry, album, ...caption } = completeDraft(draft);
  return {
    postId: -1 - index,
    userId,
    caption: captionOf(caption),
    location: location.trim() || null,
    latitude: null,
    longitude: null,
    imageUrl: null,
    image: null,
    images: [],
    imagesCount: 0,
    createdAt,
    editedAt: null,
    user: { userId, userName, displayName, profilePicture },
    likesCount: 0,
    commentsCount: 0,
    likedByMe: false,
    savedByMe: false,
    audience,
    audienceFrozen,
    comments,
    expiresAt: expiryDate(expiry, createdAt),
    links,
    event,
    poll: poll?.view ?? null,
    album: album === true,
    mayAddPictures: true,
  };
}

/** Returns the posts of the feed below the member's own posts that are not sent yet, newest first. */
export function useHomePosts(posts: PostView[]): HomePost[] {
  const viewer = useViewer();
  const waiting = useWaiting('post');
  const pictures = useStore(localPictures);
  useEffect(() => {
    for (const { id, payload } of waiting) if (payload.pictures > 0) void loadPictures(id);
  }, [waiting]);
  return useMemo(() => {
    const unsent = waiting.flatMap((entry, index): HomePost[] => {
      const { id, payload } = entry;
      // After a reload, the card appears with its pictures, once they are read.
      if (payload.postId !== undefined || (payload.pictures > 0 && !pictures[id])) return [];
      const post = withLocalPictures(unsentPost(viewer, entry, index), pictures[id] ?? [], payload.pictures);
      return [{ key: id, post, entry }];
    });
    const sent = posts.map((post): HomePost => {
      const entry = waiting.find(({ payload }) => payload.postId === post.postId);
      return { key: sentId(post.postId) ?? post.postId, post: withSentPictures(post, entry, pictures), entry };
    });
    return [...unsent.toReversed(), ...sent];
  }, [posts, waiting, pictures, viewer]);
}
