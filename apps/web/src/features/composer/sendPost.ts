import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { expiryOf } from '../../lib/expiry.ts';
import { Failure, failureOf, failureText } from '../../lib/failure.ts';
import type { OutboxPayloads } from '../../lib/outbox/payloads.ts';
import { deletePictures } from '../../lib/outbox/pictures.ts';
import { isTemporary, type OutboxHandlers } from '../../lib/outbox/send.ts';
import { discard, enqueue, isWaiting } from '../../lib/outbox/store.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { toast } from '../../ui/toast.tsx';
import { eventInputOf } from '../events/eventDraft.ts';
import { addPost, removePost } from '../posts/postCache.ts';
import { loadPictures, recordSent } from './localPictures.ts';
import { captionOf, completeDraft, type PostDraft } from './postDraft.ts';

/** Publishes a post's text; idempotent per client id. */
async function publishText(
  client: QueryClient,
  userId: number,
  draft: PostDraft,
  clientId: string,
  { pictures, poll }: OutboxPayloads['post'],
): Promise<PostView> {
  const { audience, audienceFrozen, comments } = draft;
  const location = draft.location.trim() || null;
  const words = { userId, caption: captionOf(draft), location, latitude: null, longitude: null };
  const input = { ...words, audience, audienceFrozen, comments, ...expiryOf(draft.expiry ?? 'never') };
  const event = draft.event && eventInputOf(draft.event);
  const more = {
    clientId,
    pictures,
    preview: !draft.withoutPreview,
    poll: poll?.input,
    album: draft.album,
    ...(event && { event }),
  };
  const post = await api.posts.create.mutate({ ...input, ...more });
  void client.invalidateQueries({ queryKey: getQueryKey(trpc.auth.session) });
  return post;
}

/** Deletes a post that the member discarded while its text was being published. */
async function deleteDiscarded(client: QueryClient, postId: number): Promise<void> {
  try {
    await api.posts.delete.mutate({ postId });
    removePost(client, postId);
  } catch {
    toast(t('editor.deleteFailed'), { variant: 'bad' });
  }
}

/** Code that cannot be loaded is a lost connection, after which the pictures are sent again. */
const loadSendPictures = () =>
  import('./sendPictures.ts').catch(() => {
    throw new Failure('network');
  });

/** Sends posts from the outbox. A post that the server refuses stays there, for the member to retry, edit or discard it. */
export const postOutbox = (client: QueryClient, userId: number, openHome: () => void): OutboxHandlers['post'] => {
  const atHome = () => location.pathname === '/home';
  const see = () => (atHome() ? undefined : { label: t('composer.see'), run: openHome });
  const finish = async (id: string, edited = false) => {
    discard(id);
    await deletePictures(id);
    if (!edited) toast(t('composer.success'), { variant: 'good', action: see() });
  };
  const publish = async (payload: OutboxPayloads['post'], id: string) => {
    if (payload.pictures > 0 && (await loadPictures(id)).length === 0) throw new Failure('upload-incomplete');
    const post = await publishText(client, userId, completeDraft(payload.draft), id, payload);
    const { postId } = post;
    if (!isWaiting(id)) return deleteDiscarded(client, postId);
    recordSent(postId, id);
    addPost(client, post);
    if (payload.pictures === 0) return finish(id);
    // A post with pictures stays in the outbox with its post id, which means that only the pictures are waiting.
    enqueue('post', { ...payload, postId }, id);
  };
  /** Prepares the videos of a post. A new one is not published before: the server would show it after a minute, without them. */
  const prepare = async (payload: OutboxPayloads['post'], id: string) => {
    const { preparePictures, sendPictures } = await loadSendPictures();
    const { postId } = payload;
    try {
      await preparePictures(id);
    } catch (error) {
      // What is added to a published post does not wait for a video that cannot be used.
      if (postId !== undefined && !isTemporary(error) && isWaiting(id)) await sendPictures(client, postId, id);
      throw error;
    }
    if (isWaiting(id)) enqueue('post', { ...payload, unprepared: undefined }, id);
  };
  return {
    send: async (payload, id) => {
      const { postId, edited, unprepared } = payload;
      try {
        if (unprepared) return await prepare(payload, id);
        if (postId === undefined) return await publish(payload, id);
        const { sendPictures } = await loadSendPictures();
        if (!(await sendPictures(client, postId, id))) {
          if (isWaiting(id)) enqueue('post', { ...payload, unprepared: true }, id);
          return;
        }
      } catch (error) {
        if (isTemporary(error) || !isWaiting(id)) throw error;
        const message = failureText(error);
        if (postId !== undefined && failureOf(error).code === 'not-found') {
          removePost(client, postId);
          toast(t('composer.addFailed', { message }), { variant: 'bad' });
          return await finish(id, true);
        }
        const published = edited ? 'composer.addFailed' : 'composer.pictureFailed';
        const text = t(postId === undefined ? 'composer.failed' : published, { message });
        // On Home, the card of the post says it.
        if (!atHome()) toast(text, { variant: 'bad', action: see() });
        throw error;
      }
      await finish(id, edited);
    },
  };
};
