import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { api } from '../../lib/api.ts';
import { addPost, patchPost } from '../../lib/postCache.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { uploadFile } from '../../lib/upload.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { uuid } from '../../lib/uuid.ts';
import { captionOf, type PostDraft } from './postDraft.ts';

/**
 * Posts the words, then the picture. When the picture fails the words are out already, so the next try sends only the
 * picture; when the words fail the same client id makes the retry harmless.
 */
export function usePublish() {
  const { t } = useTranslation();
  const text = useFailureText();
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId } = useViewer();
  const clientId = useRef(uuid());
  const [posted, setPosted] = useState<PostView | null>(null);
  const [busy, setBusy] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  const write = async (draft: PostDraft): Promise<PostView> => {
    const location = draft.location.trim() || null;
    const input = { userId, caption: captionOf(draft), location, latitude: null, longitude: null };
    const post = await api.posts.create.mutate({ ...input, clientId: clientId.current });
    addPost(client, post);
    void utils.auth.session.invalidate();
    setPosted(post);
    return post;
  };

  /** True when everything is out. */
  const publish = async (draft: PostDraft, picture: File | undefined): Promise<boolean> => {
    if (!userId) {
      setError(t('composer.noUserId'));
      return false;
    }
    setError(undefined);
    setBusy(true);
    let post = posted;
    try {
      post ??= await write(draft);
      if (!picture) return true;
      setFraction(0);
      const pictured = await uploadFile<PostView>(`/posts/${post.postId}/image`, picture, setFraction);
      patchPost(client, post.postId, pictured);
      return true;
    } catch (failure) {
      const message = text(failure);
      setError(post ? t('composer.pictureFailed', { message }) : t('composer.failed', { message }));
      return false;
    } finally {
      setFraction(null);
      setBusy(false);
    }
  };

  return { publish, busy, fraction, error, posted: posted !== null };
}
