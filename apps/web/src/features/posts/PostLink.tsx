import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { postAddress } from '../../lib/popups.ts';

interface Props {
  postId: number;
  className?: string;
  label?: string;
  children: ReactNode;
}

/** Opens a post in a popup over the current page; the address bar shows the post's own address. */
export const PostLink = ({ postId, className, label, children }: Props) => (
  <Link
    to="."
    search={(old: object) => ({ ...old, popup: undefined, edit: undefined, likes: undefined, post: postId })}
    mask={postAddress(postId)}
    state={{ opened: true }}
    resetScroll={false}
    preload={false}
    aria-label={label}
    className={className}
  >
    {children}
  </Link>
);
