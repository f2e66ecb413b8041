import { useState } from 'react';

interface Props {
  caption: string;
  imageUrl: string | null;
}

const small = (url: string): string => url.replace(/\/\d+\.webp$/, '/320.webp');

/** The post it is about: its picture, or the first of its words. */
export function PostThumb({ caption, imageUrl }: Props) {
  const [broken, setBroken] = useState(false);
  if (imageUrl && !broken) {
    return (
      <img
        src={small(imageUrl)}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className="size-12 shrink-0 rounded-card bg-sunken object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden
      className="hidden w-26 shrink-0 rounded-card border border-line bg-surface px-2 py-1 text-13 text-soft rail:block"
    >
      <span className="line-clamp-2">{caption}</span>
    </span>
  );
}
