import type { QueryClient } from '@tanstack/react-query';
import { dropPicture, keptPicture } from '../../lib/outbox/pictures.ts';
import { discard, enqueue } from '../../lib/outbox/store.ts';
import type { OutboxHandlers, OutboxPayloads } from '../../lib/outbox/types.ts';
import { putDraft, readDraft } from '../../lib/useDraft.ts';
import { emptyDraft, type PostDraft } from './postDraft.ts';
import { sendPicture, sendWords } from './sendPost.ts';

type Payload = OutboxPayloads['post'];

/** What was refused goes back to the composer, above what may have been begun there since. */
function giveBack(refused: PostDraft): void {
  const begun = readDraft('composer', emptyDraft);
  const joined = (field: keyof PostDraft, by: string) => [refused[field], begun[field]].filter(Boolean).join(by);
  putDraft('composer', {
    text: joined('text', '\n'),
    people: joined('people', ' '),
    location: refused.location || begun.location,
    hashtags: joined('hashtags', ' '),
  });
}

/** `tell` hears of a refusal, and whether the words are out nevertheless. */
export const postOutbox = (client: QueryClient, userId: number, tell: (payload: Payload, error: unknown) => void) =>
  ({
    send: async (payload, id) => {
      const postId = payload.postId ?? (await sendWords(client, userId, payload.draft, id)).postId;
      const picture = payload.pictured ? await keptPicture(id) : undefined;
      if (picture) {
        // From here on only the picture is tried again.
        enqueue('post', { ...payload, postId }, id);
        await sendPicture(client, postId, picture);
      }
      discard(id);
      await dropPicture(id);
    },
    refused: (payload, error, id) => {
      discard(id);
      void dropPicture(id);
      if (payload.postId === undefined) giveBack(payload.draft);
      tell(payload, error);
    },
  }) satisfies OutboxHandlers['post'];
