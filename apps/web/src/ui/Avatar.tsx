import { useState } from 'react';
import { cx } from './cx.ts';
import { avatarSource } from './pictureSource.ts';

const sizeClasses = { 32: 'size-8', 40: 'size-10', 48: 'size-12', 96: 'size-24', 144: 'size-24 rail:size-36' };

interface Props {
  /**
   * The address of the picture. If it ends in /256.webp, the same folder contains other sizes, which are used where they fit
   * better.
   */
  src: string | null;
  size?: keyof typeof sizeClasses;
  /** Empty if the member's name stands beside the picture. */
  alt?: string;
  className?: string;
}

export function Avatar({ src, size = 40, alt = '', className }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = cx('shrink-0 overflow-hidden rounded-full bg-sunken', sizeClasses[size], className);
  if (!src || broken === src) {
    return (
      <svg
        viewBox="0 0 40 40"
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
        aria-hidden={!alt}
        className={box}
      >
        <g className="fill-soft opacity-55">
          <circle cx="20" cy="16" r="7" />
          <path d="M5 40c.6-9.4 6.6-14.4 15-14.4S34.400 30.600 35 40z" />
        </g>
      </svg>
    );
  }
  return (
    <img
      {...avatarSource(src, size)}
      alt={alt}
      width={size}
      height={size}
      decoding="async"
      onError={() => setBroken(src)}
      className={cx(box, 'object-cover')}
    />
  );
}
