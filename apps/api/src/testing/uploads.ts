import { failImage, finishImage, type Job, pictureHandlers } from '@kith/domain';
import { craftPng } from '@kith/domain/testing';
import type { Person, TestApp } from './testApp.ts';

interface Form {
  /** Null if a field names an upload in place of the file. */
  file?: Buffer | null;
  /** The name of the file's field, and of the file. */
  name?: string;
  fileName?: string;
  /** The MIME type that the form gives for the file. */
  type?: string;
  /** A second file, in the field `poster`. */
  poster?: Buffer;
  /** Text fields before and after the file. */
  fields?: Record<string, string>;
  after?: Record<string, string>;
  /** False if the form breaks off after the file. */
  whole?: boolean;
}

const mark = 'kith-boundary';
const texts = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, text]) => `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
    .join('');

/** Sends a form with a picture, as a browser does. */
export function upload(who: Person, url: string, form: Form = {}) {
  const {
    file = craftPng(90, 60),
    name = 'file',
    fileName = 'a.png',
    fields = {},
    after = {},
    whole = true,
    type = 'image/png',
    poster,
  } = form;
  const head = `--${mark}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  const second = poster
    ? [
        `\r\n--${mark}\r\nContent-Disposition: form-data; name="poster"; filename="p.png"\r\nContent-Type: image/png\r\n\r\n`,
        poster,
      ]
    : [];
  const end = whole ? `${file ? '\r\n' : ''}${texts(after)}--${mark}--\r\n` : '';
  const named = file ? [head, file] : [];
  const payload = Buffer.concat([texts(fields), ...named, ...second, end].map((part) => Buffer.from(part)));
  return who.call('POST', url, payload, { headers: { 'content-type': `multipart/form-data; boundary=${mark}` } });
}

/** The result of processing a picture. */
export const made = { width: 900, height: 600, thumbhash: 'AA==', widths: [320, 640], bytes: 10 };

/**
 * Processes the uploads of a server immediately, as a worker would. With `does`, a test makes every picture fail or wait.
 * `queued` contains all jobs that the server has queued.
 */
export function processUploads({ deps: { domain } }: TestApp) {
  const worker = { does: 'make' as 'make' | 'fail' | 'wait', failure: null as string | null, queued: [] as Job[] };
  const add = domain.queue.add.bind(domain.queue);
  domain.queue.add = async (jobs) => {
    worker.queued.push(...jobs);
    for (const job of jobs) {
      if (job.name !== 'images.process' || worker.does === 'wait') continue;
      if (worker.does === 'make') void finishImage(domain, pictureHandlers, job.payload.imageId, made);
      else void failImage(domain, pictureHandlers, job.payload.imageId, 'of the test', worker.failure);
    }
    return add(jobs);
  };
  return worker;
}
