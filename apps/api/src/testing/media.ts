import { finishImage, pictureHandlers } from '@kith/domain';
import { expect } from 'vitest';
import { film } from './imports.ts';
import type { serverForFile } from './serverForFile.ts';
import type { Person } from './testApp.ts';
import { type processUploads, upload } from './uploads.ts';

/** The beginning of an MP4 and of a WebM, by which an upload is told from a picture. */
export const mp4 = film;
export const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(400, 1)]);

type Files = Pick<Awaited<ReturnType<typeof serverForFile>>, 'server' | 'sql'>;

/** Uploads of videos and voice messages, with what a worker makes of them. */
export function uploadMedia({ server, sql }: Files, worker: ReturnType<typeof processUploads>) {
  const { domain } = server.deps;

  /** What a worker stores for an upload and writes into its row. */
  async function finish(imageId: number, media: 'video' | 'voice' = 'video', container: 'mp4' | 'webm' = 'mp4') {
    const [{ key }] = await sql('select key from images where id = $1', [imageId]);
    await domain.storage.put(`media/${key}/${media}.${container}`, Buffer.from('0123456789'), 'video/mp4');
    if (media === 'video') await domain.storage.put(`media/${key}/320.webp`, Buffer.from('poster'), 'image/webp');
    const poster = { width: 640, height: 360, thumbhash: 'AA==', widths: [320] };
    const nothing = { width: null, height: null, thumbhash: null, widths: [] };
    const facts = { container, durationMs: 1_500, bytes: 16 };
    await finishImage(domain, pictureHandlers, imageId, { ...(media === 'video' ? poster : nothing), ...facts });
  }

  /** Processes the one upload that waits. */
  async function finishWaiting(media: 'video' | 'voice', container: 'mp4' | 'webm') {
    const waiting = () => sql(`select id from images where status = 'processing'`);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await finish((await waiting())[0].id, media, container);
  }

  /** Uploads a video to a post as its author, and processes it. */
  async function add(who: Person, postId: number, fields: Record<string, string> = {}) {
    worker.does = 'wait';
    const pending = upload(who, `/posts/${postId}/images`, { file: mp4, fileName: 'a.mp4', fields });
    await finishWaiting('video', 'mp4');
    return pending;
  }

  /** Uploads a file to a chat, and processes it. */
  async function send(who: Person, chatId: number, endpoint: 'images' | 'voice', fields: Record<string, string> = {}) {
    worker.does = 'wait';
    const isVoice = endpoint === 'voice';
    const pending = upload(who, `/chats/${chatId}/${endpoint}`, { file: isVoice ? webm : mp4, fields });
    await (isVoice ? finishWaiting('voice', 'webm') : finishWaiting('video', 'mp4'));
    return pending;
  }

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url, headers });

  return { finish, add, send, get };
}
