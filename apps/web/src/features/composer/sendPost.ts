import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { api } from '../../lib/api.ts';
import { addPost, patchPost } from '../../lib/postCache.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { uploadFile } from '../../lib/upload.ts';
import { captionOf, type PostDraft } from './postDraft.ts';

/** Sends the words of a post; the same client id makes a second try harmless. */
export async function sendWords(
  client: QueryClient,
  userId: number,
  draft: PostDraft,
  clientId: string,
): Promise<PostView> {
  const location = draft.location.trim() || null;
  const input = { userId, caption: captionOf(draft), location, latitude: null, longitude: null };
  const post = await api.posts.create.mutate({ ...input, clientId });
  addPost(client, post);
  void client.invalidateQueries({ queryKey: getQueryKey(trpc.auth.session) });
  return post;
}

export async function sendPicture(
  client: QueryClient,
  postId: number,
  picture: Blob,
  onProgress?: (fraction: number) => void,
): Promise<void> {
  patchPost(client, postId, await uploadFile<PostView>(`/posts/${postId}/image`, picture, onProgress));
}
