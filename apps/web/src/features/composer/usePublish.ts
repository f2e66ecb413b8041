import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { deletePictures, type StoredPicture, storePictures } from '../../lib/outbox/pictures.ts';
import { isTemporary, withLaneLock } from '../../lib/outbox/send.ts';
import { deliver, discard, enqueue, uuid } from '../../lib/outbox/store.ts';
import type { PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { addPost } from '../posts/postCache.ts';
import { type PostDraft, publishText, sendPicture } from './sendPost.ts';
import type { NewPicture } from './useChosenPictures.ts';

export type PublishResult = 'published' | 'waiting' | 'failed';

/** The result of uploading the pictures, and the last error message. */
interface UploadResult {
  result: PublishResult;
  failure?: string | undefined;
}

/** The progress of one picture: the uploaded share, which becomes 1 when the server has responded, or an error message. */
export type Progress = { fraction: number } | { failure: string };

/** Returns the uploaded share of all pictures together, or null while none is being sent. */
export function fractionOf(progress: Record<string, Progress>, pictures: { id: string }[]): number | null {
  const parts = pictures.map(({ id }) => progress[id]);
  if (parts.every((part) => part === undefined)) return null;
  return parts.reduce((sum, part) => sum + (part && 'fraction' in part ? part.fraction : 0), 0) / parts.length;
}

/**
 * Uploads new pictures of a post one after the other. Before that, the pictures are stored in the browser and the post is put
 * into the outbox, so that the outbox sends the remaining pictures if this page is closed or the connection is lost.
 * `withLaneLock` keeps the outbox from sending the pictures at the same time.
 */
export function useSendPictures() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Record<string, Progress>>({});
  const sent = useRef(new Set<string>());
  const updateProgress = (id: string, at: Progress) => setProgress((all) => ({ ...all, [id]: at }));

  /**
   * Uploads a post's pictures. `enqueuePost` adds the post to the outbox once the pictures are stored in the browser. `onlyId` is
   * the id of the one picture to retry. Returns `waiting` if the outbox will send the rest later, `published` if all pictures are
   * uploaded, and otherwise `failed`.
   */
  const send = (
    postId: number,
    key: string,
    pictures: StoredPicture[],
    enqueuePost: () => void,
    onlyId?: string,
  ): Promise<UploadResult> =>
    withLaneLock('picture', async () => {
      const remaining = pictures.filter(({ id }) => !sent.current.has(id) && (onlyId === undefined || id === onlyId));
      const stored = await storePictures(key, remaining).then(
        () => true,
        () => false,
      );
      if (stored) enqueuePost();
      let failure: string | undefined;
      for (const picture of remaining) {
        const { id } = picture;
        updateProgress(id, { fraction: 0 });
        try {
          await sendPicture(client, postId, picture, (fraction) =>
            updateProgress(id, { fraction: Math.min(0.99, fraction) }),
          );
          sent.current.add(id);
          updateProgress(id, { fraction: 1 });
        } catch (error) {
          if (stored && isTemporary(error)) return { result: 'waiting' };
          failure = failureText(error);
          updateProgress(id, { failure });
        }
      }
      discard(key);
      await deletePictures(key);
      return { result: pictures.every(({ id }) => sent.current.has(id)) ? 'published' : 'failed', failure };
    });

  return { send, progress };
}

/**
 * Publishes a post's text, then its pictures. If a picture fails, a retry sends only the missing pictures. If the text fails, it
 * is sent again with the same client id, so that no second post is created. Without a connection, text and pictures wait in the
 * outbox.
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

  /** Returns the published post, or null if the post waits in the outbox. */
  const write = async (draft: PostDraft, pictures: StoredPicture[]): Promise<PostView | null> => {
    const count = pictures.length;
    const payload = { draft, createdAt: new Date().toISOString(), pictures: count };
    const send = () => publishText(client, userId, draft, clientId.current, count);
    const prepare = () => (count ? storePictures(clientId.current, pictures) : Promise.resolve());
    const post = await deliver('post', clientId.current, payload, send, prepare);
    if (post) setPosted(post);
    return post;
  };

  /** Publishes the post. For a retry of a single picture, `onlyId` is the id of that picture. */
  const publish = async (draft: PostDraft, chosen: NewPicture[], onlyId?: string): Promise<PublishResult> => {
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
      if (!pictures.length) return 'published';
      const createdAt = new Date().toISOString();
      const { postId } = post;
      const enqueuePost = () =>
        void enqueue('post', { draft, createdAt, pictures: pictures.length, postId }, clientId.current);
      const { result, failure: message } = await sendPictures(postId, clientId.current, pictures, enqueuePost, onlyId);
      // The post is added to lists even if none of its pictures could be uploaded.
      addPost(client, post);
      if (result === 'failed')
        setError(
          pictures.length === 1 && message ? t('composer.pictureFailed', { message }) : t('composer.picturesFailed'),
        );
      return result;
    } catch (failure) {
      setError(t('composer.failed', { message: failureText(failure) }));
      return 'failed';
    } finally {
      setBusy(false);
    }
  };

  return { publish, busy, progress, error, posted: posted !== null };
}
