import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { dropKeptPictures, type KeptPicture, keepPictures } from '../../lib/outbox/pictures.ts';
import { alone, deliver, isPassing } from '../../lib/outbox/send.ts';
import { discard, enqueue, uuid } from '../../lib/outbox/store.ts';
import { useViewer } from '../../lib/session.ts';
import type { PostView } from '../../lib/types.ts';
import { type PostDraft, sendPicture, sendWords } from './sendPost.ts';
import type { NewPicture } from './useChosenPictures.ts';

export type Published = 'out' | 'waiting' | 'failed';

/** What became of pictures, and why the last one that failed did. */
interface Sent {
  done: Published;
  failure?: string;
}

/** How far a picture has got: the part that has gone out, 1 with its answer; or why it was refused. */
export type Progress = { fraction: number } | { failure: string };

/** How much of all pictures has gone out; null while none is on its way. */
export function fractionOf(progress: Record<string, Progress>, pictures: { id: string }[]): number | null {
  const parts = pictures.map(({ id }) => progress[id]);
  if (parts.every((part) => part === undefined)) return null;
  return parts.reduce((sum, part) => sum + (part && 'fraction' in part ? part.fraction : 0), 0) / parts.length;
}

/**
 * Sends new pictures of a post one after the other. They are kept in the outbox before, which sends what is left of them
 * when this page is closed or the connection is lost; meanwhile its own sender waits for this one.
 */
export function useSendPictures() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Record<string, Progress>>({});
  const sent = useRef(new Set<string>());
  const note = (id: string, at: Progress) => setProgress((all) => ({ ...all, [id]: at }));

  /** `keep` puts the post into the outbox, once its pictures are there. */
  const send = (postId: number, key: string, pictures: KeptPicture[], keep: () => void): Promise<Sent> =>
    alone('picture', async () => {
      const left = pictures.filter(({ id }) => !sent.current.has(id));
      const kept = await keepPictures(key, left).then(
        () => true,
        () => false,
      );
      if (kept) keep();
      let failure: string | undefined;
      for (const picture of left) {
        const { id } = picture;
        note(id, { fraction: 0 });
        try {
          await sendPicture(client, postId, picture, (fraction) => note(id, { fraction: Math.min(0.99, fraction) }));
          sent.current.add(id);
          note(id, { fraction: 1 });
        } catch (error) {
          if (kept && isPassing(error)) return { done: 'waiting' };
          failure = failureText(error);
          note(id, { failure });
        }
      }
      discard(key);
      await dropKeptPictures(key);
      return failure === undefined ? { done: 'out' } : { done: 'failed', failure };
    });

  return { send, progress };
}

/**
 * Posts the words, then the pictures. When a picture fails the words are out already, so the next try sends only what is
 * left; when the words fail the same client id makes the retry harmless. Without a connection all of it waits.
 */
export function usePublish() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId } = useViewer();
  const clientId = useRef(uuid());
  const [posted, setPosted] = useState<PostView | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { send: sendPictures, progress } = useSendPictures();

  /** The post whose words are out, or null when they wait. */
  const write = async (draft: PostDraft, pictures: KeptPicture[]): Promise<PostView | null> => {
    const count = pictures.length;
    const payload = { draft, createdAt: new Date().toISOString(), pictured: count > 0, pictures: count };
    const send = () => sendWords(client, userId, draft, clientId.current, count);
    const keep = () => (count ? keepPictures(clientId.current, pictures) : Promise.resolve());
    const post = await deliver('post', clientId.current, payload, send, keep);
    if (post) setPosted(post);
    return post;
  };

  const publish = async (draft: PostDraft, chosen: NewPicture[]): Promise<Published> => {
    if (!userId) {
      setError(t('composer.noUserId'));
      return 'failed';
    }
    setError(undefined);
    setBusy(true);
    const pictures = chosen.map(({ id, file, alt }, position) => ({ id, file, alt, position }));
    try {
      const post = posted ?? (await write(draft, pictures));
      if (!post) return 'waiting';
      if (!pictures.length) return 'out';
      const createdAt = new Date().toISOString();
      const { postId } = post;
      const keep = () => void enqueue('post', { draft, createdAt, pictured: true, postId }, clientId.current);
      const { done, failure: message } = await sendPictures(postId, clientId.current, pictures, keep);
      if (done === 'failed')
        setError(pictures.length === 1 ? t('composer.pictureFailed', { message }) : t('composer.picturesFailed'));
      return done;
    } catch (failure) {
      setError(t('composer.failed', { message: failureText(failure) }));
      return 'failed';
    } finally {
      setBusy(false);
    }
  };

  return { publish, busy, progress, error, posted: posted !== null };
}
