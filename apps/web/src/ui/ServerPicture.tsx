import { Avatar } from './Avatar.tsx';
import { cx } from './cx.ts';
import { Logo } from './Wordmark.tsx';

interface Props {
  /** The address of the server's picture. Null shows Kith's logo. */
  src: string | null;
  size: 40 | 96;
}

/** The picture of the server. Its name stands beside it. */
export const ServerPicture = ({ src, size }: Props) =>
  src ? (
    <Avatar src={src} size={size} />
  ) : (
    <span
      className={cx(
        'grid shrink-0 place-items-center rounded-full bg-accent-wash',
        size === 40 ? 'size-10' : 'size-24',
      )}
    >
      <Logo className={size === 40 ? 'w-6' : 'w-14'} />
    </span>
  );
