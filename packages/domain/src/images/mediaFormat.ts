import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { FileContent } from '../ports.ts';
import { imageFormatOf } from './imageRules.ts';

/** How many bytes of a file say what it is. */
export const formatBytes = 256;

/** The container of a video or of sound by the first bytes of a file; null for anything else, pictures included. */
export function containerOf(head: Buffer): 'mp4' | 'webm' | null {
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'webm';
  return head.toString('latin1', 4, 8) === 'ftyp' && imageFormatOf(head) === null ? 'mp4' : null;
}

/** The first bytes of an upload. */
export const headOf = async (content: FileContent): Promise<Buffer> =>
  Buffer.isBuffer(content)
    ? content.subarray(0, formatBytes)
    : buffer(createReadStream(content.draft, { end: formatBytes - 1 }));
