import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive, openLive } from '../../lib/live.ts';
import { findPost, patchPost, removePost } from '../../lib/postCache.ts';
import { useViewer } from '../../lib/session.ts';
import { spaced } from '../../lib/spaced.ts';
import { queries, trpc } from '../../lib/trpc.ts';
import { isToggling } from '../../lib/useToggleMutationQueue.ts';
import { putComment } from '../comments/commentCache.ts';
import { patchPerson } from '../follows/followCache.ts';
import { announcedPosts, announcePost, withdrawPosts } from '../home/announced.ts';
import { likeKey } from '../likes/useLikePost.ts';
import { listenForMessages } from '../messages/listenForMessages.ts';
import { isReading } from '../messages/reading.ts';

/** Milliseconds between two fetches of what events only say has changed. */
const breath = 2_000;

/** Opens the live stream and brings what is shown up to date from it. */
export function useLiveCache(): void {
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId } = useViewer();

  useEffect(() => {
    // Somebody popular hears of many a second. Lists that are not on the screen are fetched when they come there.
    const notifications = spaced(breath, () => void utils.notifications.invalidate());
    const follows = spaced(breath, () => {
      void utils.auth.session.invalidate();
      void utils.users.byName.invalidate();
      void utils.follows.invalidate();
    });
    const off = [
      notifications.stop,
      follows.stop,
      onLive('post.liked', ({ postId, userId: by, liked, likesCount }) => {
        if (isToggling(likeKey(postId))) return;
        patchPost(client, postId, by === userId ? { likesCount, likedByMe: liked } : { likesCount });
      }),
      onLive('comment.created', ({ comment, commentsCount }) => {
        if (comment.user.userId === userId) return;
        patchPost(client, comment.postId, { commentsCount });
        putComment(client, comment);
      }),
      onLive('post.changed', ({ postId }) => {
        if (!findPost(client, postId)) return;
        void queries.posts.byId.fetch({ postId }, { staleTime: 0 }).then(
          (post) => patchPost(client, postId, post),
          () => undefined,
        );
      }),
      onLive('post.created', ({ postId, authorId }) => authorId !== userId && announcePost(postId)),
      onLive('post.deleted', ({ postId }) => {
        removePost(client, postId);
        withdrawPosts([postId]);
      }),
      onLive('follow.changed', ({ followerId, followedId, following }) => {
        if (followerId === userId) patchPerson(client, followedId, () => ({ followedByMe: following }));
        follows.run();
      }),
      onLive('notification.created', notifications.run),
      listenForMessages(client, userId),
      onLive('message.sent', ({ message }) => {
        if (message.receiver.userId !== userId || isReading(message.sender.userId)) return;
        void utils.messages.unreadCount.invalidate();
      }),
      onLive('message.read', () => void utils.messages.unreadCount.invalidate()),
      onLive('ready', () => {
        void utils.messages.unreadCount.invalidate();
        void utils.notifications.unreadCount.invalidate();
      }),
    ];
    const close = openLive();
    return () => {
      close();
      withdrawPosts(announcedPosts());
      for (const stop of off) stop();
    };
  }, [client, utils, userId]);
}
