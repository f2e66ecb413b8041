import { imageFormatOf } from './imageRules.ts';

/** The container of a video or of sound by the first bytes of a file; null for anything else, pictures included. */
export function containerOf(head: Buffer): 'mp4' | 'webm' | null {
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'webm';
  return head.toString('latin1', 4, 8) === 'ftyp' && imageFormatOf(head) === null ? 'mp4' : null;
}
