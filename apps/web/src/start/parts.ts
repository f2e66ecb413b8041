import { avatarSource } from '../ui/pictureSource.ts';
import { painted } from './painted.ts';

/** Finds a part of the outline by its name. */
export const part = (within: Element, name: string) => within.querySelector<HTMLElement>(`[data-part=${name}]`);

/** Sets a part's text, which also ends its shimmer animation. */
export function write(within: Element, name: string, words: string): void {
  const place = part(within, name);
  if (place) place.textContent = words;
}

interface Hung {
  src: string;
  srcSet?: string;
  sizes?: string;
  className: string;
  fetchPriority: 'high' | 'low';
}

/** Inserts a picture. Resolves when the picture is painted. */
export async function hang(place: HTMLElement, { src, srcSet = '', sizes = '', className, fetchPriority }: Hung) {
  const picture = Object.assign(new Image(), { className: `absolute inset-0 size-full ${className}`, fetchPriority });
  Object.assign(picture, { sizes, srcset: srcSet, src });
  await picture.decode();
  place.classList.remove('animate-shimmer');
  place.replaceChildren(picture);
  await painted();
}

export function hangAvatar(within: Element, address: string | null, size: number): void {
  const place = part(within, 'avatar');
  if (!place || !address) return;
  const source = avatarSource(address, size);
  hang(place, { ...source, className: 'object-cover', fetchPriority: 'low' }).catch(() => undefined);
}
