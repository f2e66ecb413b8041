import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PictureOfPost, PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { toast } from '../../ui/toast.tsx';
import { eventInputOf } from '../events/eventDraft.ts';
import { patchPost, removePost } from '../posts/postCache.ts';
import { captionOf, type PostDraft } from './postDraft.ts';
import { type ChosenPicture, storedPictures, type useChosenPictures } from './useChosenPictures.ts';
import { enqueuePost } from './waitingPost.ts';

/** Deletes, describes and reorders the pictures that the post had (`before`) as `chosen` says. Returns whether anything changed. */
async function updatePostedPictures(
  postId: number,
  before: PictureOfPost[],
  chosen: ChosenPicture[],
): Promise<boolean> {
  const remaining = chosen.flatMap((picture) => (picture.posted ? [picture] : []));
  const remainingIds = remaining.map(({ posted }) => posted.imageId);
  const removed = before.filter(({ imageId }) => !remainingIds.includes(imageId));
  for (const { imageId } of removed) {
    await api.posts.removeImage.mutate({ postId, imageId }).catch((error: unknown) => {
      // `not-found` means that the picture has already been removed, for example in another tab.
      if (failureOf(error).code !== 'not-found') throw error;
    });
  }
  const described = remaining.filter(({ alt, posted }) => alt !== (posted.alt ?? ''));
  for (const { alt, posted } of described)
    await api.posts.changeImage.mutate({ postId, imageId: posted.imageId, alt: alt || null });
  const order = before.map(({ imageId }) => imageId).filter((id) => remainingIds.includes(id));
  let moved = 0;
  for (const [position, imageId] of remainingIds.entries()) {
    if (order[position] === imageId) continue;
    order.splice(order.indexOf(imageId), 1);
    order.splice(position, 0, imageId);
    await api.posts.changeImage.mutate({ postId, imageId, position });
    moved += 1;
  }
  return removed.length + described.length + moved > 0;
}

/**
 * Returns functions that save and delete the member's own post. Both return whether they succeeded. New pictures are sent by the
 * outbox.
 */
export function useEditPost(post: PostView) {
  const { postId, caption } = post;
  const { t } = useTranslation();
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId } = useViewer();
  const [before] = useState(() => post.images);
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [error, setError] = useState<string>();

  const save = async (
    draft: PostDraft,
    { pictures, handOver, takeBack }: Pick<ReturnType<typeof useChosenPictures>, 'pictures' | 'handOver' | 'takeBack'>,
  ): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    // What is prepared or pasted while the text is saved changes nothing of what was saved.
    const taken = handOver();
    try {
      const location = draft.location.trim() || null;
      const { audience, audienceFrozen, comments } = draft;
      const input = { postId, userId, caption: captionOf(draft, caption), location, latitude: null, longitude: null };
      const event = draft.event && eventInputOf(draft.event);
      const more = {
        audience,
        audienceFrozen,
        comments,
        ...(event && { event: { ...event, cancelled: draft.event?.cancelled } }),
      };
      patchPost(client, postId, await api.posts.update.mutate({ ...input, ...more }));
      if (await updatePostedPictures(postId, before, pictures))
        patchPost(client, postId, await api.posts.byId.query({ postId }));
      const added = await storedPictures(taken, ({ id }) => pictures.findIndex((picture) => picture.id === id));
      const createdAt = new Date().toISOString();
      if (added.length) await enqueuePost({ draft, createdAt, pictures: added.length, postId, edited: true }, added);
      toast(t('editor.saved'), { variant: 'good' });
      return true;
    } catch (failure) {
      takeBack();
      setError(t('editor.failed', { message: failureText(failure) }));
      return false;
    } finally {
      setBusy(false);
    }
  };

  const remove = async (): Promise<boolean> => {
    setDeleting(true);
    setError(undefined);
    try {
      await api.posts.delete.mutate({ postId });
      removePost(client, postId);
      void utils.auth.session.invalidate();
      toast(t('editor.deleted'), { variant: 'good' });
      return true;
    } catch {
      setError(t('editor.deleteFailed'));
      return false;
    } finally {
      setDeleting(false);
    }
  };

  return { save, remove, busy, deleting, error };
}
