import { type CaptionParts, joinCaption, splitCaption } from '@kith/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { t } from 'i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { dropPicture, keptPicture } from '../../lib/outbox/pictures.ts';
import type { OutboxHandlers } from '../../lib/outbox/send.ts';
import { discard, enqueue } from '../../lib/outbox/store.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { uploadFile } from '../../lib/upload.ts';
import { putDraft, readDraft } from '../../lib/useDraft.ts';
import { toast } from '../../ui/toast.tsx';
import { addPost, patchPost } from '../posts/postCache.ts';

export type Reach = Pick<PostView, 'audience' | 'comments'>;

export interface PostDraft extends CaptionParts, Reach {
  location: string;
}

const words = { text: '', people: '', location: '', hashtags: '' };
const everybody: Reach = { audience: 'public', comments: 'everyone' };
const reachKey = 'kith.reach';

/** Who sees the next post: as chosen for the last one on this device. */
function lastReach(): Reach {
  try {
    return { ...everybody, ...JSON.parse(localStorage.getItem(reachKey) ?? '{}') };
  } catch {
    return everybody;
  }
}

export function keepReach({ audience, comments }: Reach): void {
  try {
    localStorage.setItem(reachKey, JSON.stringify({ audience, comments }));
  } catch {
    // Without storage each post begins public.
  }
}

export const newDraft = (): PostDraft => ({ ...words, ...lastReach() });

/** A draft with all its parts, also one that was kept when there were fewer. */
export const wholeDraft = (kept: Partial<PostDraft>): PostDraft => ({ ...words, ...everybody, ...kept });

export const draftOf = ({ caption, location, audience, comments }: PostView): PostDraft => ({
  ...splitCaption(caption),
  location: location ?? '',
  audience,
  comments,
});

/** `before` is the caption that the draft was made from, when a post is edited. */
export const captionOf = (draft: CaptionParts, before?: string): string => joinCaption(draft, before);

export const isEmpty = (draft: PostDraft): boolean =>
  [draft.text, draft.people, draft.location, draft.hashtags].every((value) => !value.trim());

/** Sends the words of a post; the same client id makes a second try harmless. */
export async function sendWords(
  client: QueryClient,
  userId: number,
  draft: PostDraft,
  clientId: string,
): Promise<PostView> {
  const { audience, comments } = draft;
  const location = draft.location.trim() || null;
  const input = { userId, caption: captionOf(draft), location, latitude: null, longitude: null, audience, comments };
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

/** Puts a refused post back into the composer, before anything written there since. */
function giveBack(refused: PostDraft): void {
  const begun = wholeDraft(readDraft('composer', {}));
  const joined = (field: keyof typeof words, by: string) => [refused[field], begun[field]].filter(Boolean).join(by);
  putDraft('composer', {
    text: joined('text', '\n'),
    people: joined('people', ' '),
    location: refused.location || begun.location,
    hashtags: joined('hashtags', ' '),
    audience: refused.audience,
    comments: refused.comments,
  });
}

export const postOutbox = (client: QueryClient, userId: number): OutboxHandlers['post'] => ({
  send: async (payload, id) => {
    const postId = payload.postId ?? (await sendWords(client, userId, wholeDraft(payload.draft), id)).postId;
    const picture = payload.pictured ? await keptPicture(id) : undefined;
    if (picture) {
      // From here on only the picture is tried again.
      enqueue('post', { ...payload, postId }, id);
      await sendPicture(client, postId, picture);
    }
    discard(id);
    await dropPicture(id);
  },
  refused: ({ postId, draft }, error, id) => {
    discard(id);
    void dropPicture(id);
    const message = failureText(error);
    if (postId === undefined) giveBack(wholeDraft(draft));
    toast(t(postId === undefined ? 'composer.failed' : 'composer.pictureFailed', { message }), { look: 'bad' });
  },
});
