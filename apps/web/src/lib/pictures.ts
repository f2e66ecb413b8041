import { Failure } from './failure.ts';

export const maxPictureBytes = 15 * 1024 * 1024;
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** What can be told before sending; the server looks at the content and has the last word. */
export function checkPicture(file: File): Failure | null {
  if (file.size > maxPictureBytes) return new Failure('image-too-large');
  const told = file.type || 'unknown';
  const named = /\.(heic|heif|svg|tiff?|bmp|pdf)$/i.test(file.name);
  if (named || (told !== 'unknown' && !acceptedPictures.split(',').includes(told))) {
    return new Failure('image-unsupported');
  }
  return null;
}
