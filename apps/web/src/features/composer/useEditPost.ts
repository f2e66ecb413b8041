import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { patchPost, removePost } from '../../lib/postCache.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { uploadFile } from '../../lib/upload.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { toast } from '../../ui/toast.ts';
import { captionOf, type PostDraft } from './postDraft.ts';

/** Saves and deletes one's own post; each tells whether it is done. */
export function useEditPost({ postId, caption }: PostView) {
  const { t } = useTranslation();
  const text = useFailureText();
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId } = useViewer();
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  const save = async (draft: PostDraft, picture: File | undefined): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      const location = draft.location.trim() || null;
      const input = { postId, userId, caption: captionOf(draft, caption), location, latitude: null, longitude: null };
      patchPost(client, postId, await api.posts.update.mutate(input));
      if (picture) {
        setFraction(0);
        patchPost(client, postId, await uploadFile<PostView>(`/posts/${postId}/image`, picture, setFraction));
      }
      toast(t('editor.saved'), { look: 'good' });
      return true;
    } catch (failure) {
      setError(t('editor.failed', { message: text(failure) }));
      return false;
    } finally {
      setFraction(null);
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
      toast(t('editor.deleted'), { look: 'good' });
      return true;
    } catch {
      setError(t('editor.deleteFailed'));
      return false;
    } finally {
      setDeleting(false);
    }
  };

  return { save, remove, busy, deleting, fraction, error };
}
