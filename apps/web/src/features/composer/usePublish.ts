import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { deliver } from '../../lib/outbox/deliver.ts';
import { keepPicture } from '../../lib/outbox/pictures.ts';
import { enqueue } from '../../lib/outbox/store.ts';
import { useViewer } from '../../lib/session.ts';
import type { PostView } from '../../lib/types.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { uuid } from '../../lib/uuid.ts';
import type { PostDraft } from './postDraft.ts';
import { sendPicture, sendWords } from './sendPost.ts';

export type Published = 'out' | 'waiting' | 'failed';

/**
 * Posts the words, then the picture. When the picture fails the words are out already, so the next try sends only the
 * picture; when the words fail the same client id makes the retry harmless. Without a connection both wait.
 */
export function usePublish() {
  const { t } = useTranslation();
  const text = useFailureText();
  const client = useQueryClient();
  const { userId } = useViewer();
  const clientId = useRef(uuid());
  const [posted, setPosted] = useState<PostView | null>(null);
  const [busy, setBusy] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  /** The post whose words are out, or null when they wait. */
  const write = async (draft: PostDraft, picture: File | undefined): Promise<PostView | null> => {
    const payload = { draft, createdAt: new Date().toISOString(), pictured: picture !== undefined };
    const send = () => sendWords(client, userId, draft, clientId.current);
    const keep = () => (picture ? keepPicture(clientId.current, picture) : Promise.resolve());
    const post = await deliver('post', clientId.current, payload, send, keep);
    if (post) setPosted(post);
    return post;
  };

  const upload = async ({ postId }: PostView, draft: PostDraft, picture: File): Promise<Published> => {
    setFraction(0);
    try {
      await sendPicture(client, postId, picture, setFraction);
      return 'out';
    } catch (failure) {
      if (failureOf(failure).code !== 'network') throw failure;
      await keepPicture(clientId.current, picture);
      enqueue('post', { draft, createdAt: new Date().toISOString(), pictured: true, postId }, clientId.current);
      return 'waiting';
    }
  };

  const publish = async (draft: PostDraft, picture: File | undefined): Promise<Published> => {
    if (!userId) {
      setError(t('composer.noUserId'));
      return 'failed';
    }
    setError(undefined);
    setBusy(true);
    let post = posted;
    try {
      post ??= await write(draft, picture);
      if (!post) return 'waiting';
      return picture ? await upload(post, draft, picture) : 'out';
    } catch (failure) {
      const message = text(failure);
      setError(post ? t('composer.pictureFailed', { message }) : t('composer.failed', { message }));
      return 'failed';
    } finally {
      setFraction(null);
      setBusy(false);
    }
  };

  return { publish, busy, fraction, error, posted: posted !== null };
}
