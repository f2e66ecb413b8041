import { avatarSource } from '../ui/pictureSource.ts';
import { nextPaint } from './nextPaint.ts';

/** Finds a part of the outline (the placeholder until the app renders) by its `data-part`. */
export const part = (outline: Element, name: string) => outline.querySelector<HTMLElement>(`[data-part=${name}]`);

/** Sets the text of a part. The part stops shimmering, because only empty parts shimmer. */
export function write(outline: Element, name: string, words: string): void {
  const element = part(outline, name);
  if (element) element.textContent = words;
}

interface PictureAttributes {
  src: string;
  srcSet?: string;
  sizes?: string;
  className: string;
  fetchPriority: 'high' | 'low';
}

/** Inserts a picture into an element. Resolves when the picture is painted. */
export async function insertPicture(
  element: HTMLElement,
  { src, srcSet = '', sizes = '', className, fetchPriority }: PictureAttributes,
) {
  const picture = Object.assign(new Image(), { className: `absolute inset-0 size-full ${className}`, fetchPriority });
  Object.assign(picture, { sizes, srcset: srcSet, src });
  await picture.decode();
  element.classList.remove('animate-shimmer');
  element.replaceChildren(picture);
  await nextPaint();
}

export function insertAvatar(outline: Element, address: string | null, size: number): void {
  const element = part(outline, 'avatar');
  if (!element || !address) return;
  const source = avatarSource(address, size);
  insertPicture(element, { ...source, className: 'object-cover', fetchPriority: 'low' }).catch(() => undefined);
}
