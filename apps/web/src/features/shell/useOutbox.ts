import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../lib/failure.ts';
import { sendOutbox } from '../../lib/outbox/sendOutbox.ts';
import { waiting } from '../../lib/outbox/store.ts';
import type { OutboxPayloads } from '../../lib/outbox/types.ts';
import { useViewer } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { commentOutbox } from '../comments/commentCache.ts';
import { postOutbox } from '../composer/sendPost.ts';
import { followOutbox, showFollow } from '../follows/followCache.ts';
import { likeOutbox, showLike } from '../likes/likeCache.ts';

/** Lists that come from the server, or were kept from earlier, do not know yet what waits here. */
function keepShown(client: QueryClient): () => void {
  const show = () => {
    for (const entry of waiting()) {
      if (entry.kind === 'like') showLike(client, entry.payload.postId, entry.payload.liked);
      if (entry.kind === 'follow') showFollow(client, entry.payload.userId, entry.payload.following);
    }
  };
  show();
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) show();
  });
}

/** Sends what waits, shows it until then, and says what the server refused. */
export function useOutbox(): void {
  const client = useQueryClient();
  const { userId } = useViewer();
  const { t } = useTranslation();
  const text = useFailureText();
  const words = {
    like: () => t('post.likeFailed'),
    comment: () => t('comment.failed'),
    follow: ({ userName: name, following }: OutboxPayloads['follow']) =>
      following ? t('profile.followFailed', { name }) : t('profile.unfollowFailed', { name }),
  };
  const tell = useRef({ words, t, text });
  tell.current = { words, t, text };

  useEffect(() => {
    const say = (message: string) => toast(message, { look: 'bad' });
    const now = () => tell.current;
    const stop = sendOutbox({
      like: likeOutbox(client, userId, (error) => say(`${now().words.like()} ${now().text(error)}`)),
      comment: commentOutbox(client, userId, (error) => say(`${now().words.comment()} ${now().text(error)}`)),
      follow: followOutbox(client, userId, (wish, error) => say(`${now().words.follow(wish)} ${now().text(error)}`)),
      post: postOutbox(client, userId, ({ postId }, error) => {
        const message = now().text(error);
        say(now().t(postId === undefined ? 'composer.failed' : 'composer.pictureFailed', { message }));
      }),
    });
    const leave = keepShown(client);
    return () => {
      stop();
      leave();
    };
  }, [client, userId]);
}
