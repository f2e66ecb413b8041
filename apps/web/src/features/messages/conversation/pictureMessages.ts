import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { Failure } from '../../../lib/failure.ts';
import type { OutboxPayloads } from '../../../lib/outbox/payloads.ts';
import { deletePictures, readPictures, type StoredPicture, storePictures } from '../../../lib/outbox/pictures.ts';
import { discard, enqueue, isWaiting, uuid } from '../../../lib/outbox/store.ts';
import { uploadStored } from '../../../lib/outbox/uploadStored.ts';
import { createStore } from '../../../lib/store.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { endPreparation } from '../../composer/video/preparations.ts';
import { prepareStored } from '../../composer/video/prepareStored.ts';
import type { RecordedVoice } from '../../voice/recording.ts';
import { type ChosenChat, type Recipient, recipientOf } from '../chat.ts';
import { addMessage, directChatId } from '../list/listCache.ts';
import type { Message } from '../message.ts';
import { remember, sentPictures } from './messageCache.ts';

/** The uploaded shares, from 0 to 1, of the pictures that are being sent, by client id. */
const progress = createStore<Record<string, number>>({});

function setProgress(id: string, fraction: number | null): void {
  const { [id]: _, ...others } = progress.get();
  progress.set(fraction === null ? others : { ...others, [id]: fraction });
}

/** Returns the uploaded share of a picture, or null while the picture is not being sent. */
export const useUploaded = (id: string): number | null =>
  useSyncExternalStore(progress.watch, () => progress.get()[id] ?? null);

/**
 * Stores the picture of a message that waits in the outbox. Without storage, it can be sent only while this page is open. What was
 * sent or discarded meanwhile is deleted.
 */
async function storeWaiting(picture: StoredPicture): Promise<void> {
  if (isWaiting(picture.id)) await storePictures(picture.id, [picture]).catch(() => undefined);
  if (!isWaiting(picture.id)) await deletePictures(picture.id);
}

/** Puts pictures into the outbox in order, each as a message of its own. */
export function enqueuePictures(chat: ChosenChat, pictures: StoredPicture[]): void {
  const createdAt = new Date().toISOString();
  for (const picture of pictures) {
    remember(picture);
    const video = Boolean(picture.video ?? picture.edits);
    enqueue('message', { ...recipientOf(chat), content: '', createdAt, pictured: true, video }, picture.id);
    void storeWaiting(picture);
  }
}

/** Puts a voice message into the outbox. Its sound is stored as pictures are. */
export async function enqueueVoice(chat: ChosenChat, { file, ...voice }: RecordedVoice): Promise<void> {
  const stored = { id: uuid(), file, alt: '' };
  remember(stored);
  await storePictures(stored.id, [stored]).catch(() => undefined);
  enqueue('message', { ...recipientOf(chat), content: '', createdAt: new Date().toISOString(), voice }, stored.id);
}

/** The uploads in progress, by client id. */
const uploads = new Map<string, AbortController>();

/**
 * Removes a waiting message and its picture from the outbox, and ends the preparation and the upload of the picture. If the server
 * may have sent the message already, `uploadPicture` deletes it.
 */
export function discardMessage(id: string): void {
  discard(id);
  endPreparation(id);
  uploads.get(id)?.abort();
  sentPictures.delete(id);
  void deletePictures(id);
}

/**
 * Uploads the picture, video or voice of a waiting message. A video that is stored as it was chosen is prepared first. If the member
 * discards the message after the upload, the sent message is deleted.
 */
export async function uploadPicture(
  client: QueryClient,
  me: number,
  { voice, ...to }: Recipient & Pick<OutboxPayloads['message'], 'voice'>,
  id: string,
): Promise<void> {
  let [stored] = sentPictures.has(id) ? [sentPictures.get(id)] : await readPictures(id);
  if (!stored) throw new Failure('upload-incomplete');
  if (stored.edits) {
    stored = await prepareStored(stored, id);
    remember(stored);
    await storeWaiting(stored);
    if (!isWaiting(id)) return;
  }
  const chatId = to.chatId ?? (await directChatId(client, me, to.receiverId ?? 0));
  setProgress(id, 0);
  const upload = new AbortController();
  uploads.set(id, upload);
  try {
    const onProgress = (done: number) => setProgress(id, done);
    const store = async (uploadId: string | undefined) => {
      stored.uploadId = uploadId;
      await storeWaiting(stored);
    };
    const { signal } = upload;
    const spoken = voice && { clientId: id, ...(voice.peaks.length > 0 && { peaks: JSON.stringify(voice.peaks) }) };
    const sent = spoken
      ? await uploadFile<Message>(`/chats/${chatId}/voice`, stored.file, onProgress, spoken, signal)
      : await uploadStored<Message>(`/chats/${chatId}/images`, stored, { onProgress, signal, store });
    if (isWaiting(id)) addMessage(client, me, sent);
    else await api.messages.delete.mutate({ messageId: sent.messageId });
    await deletePictures(id);
  } finally {
    uploads.delete(id);
    setProgress(id, null);
  }
}
