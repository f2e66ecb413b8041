import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { postAddress } from '../../lib/popups.ts';

interface Props {
  postId: number;
  className?: string;
  label?: string;
  children: ReactNode;
}

/**
 * A link that opens a post in a popup over the current page, while the address bar shows the address of the post's own page.
 */
export const PostLink = ({ postId, className, label, children }: Props) => (
  <Link
    to="."
    search={(old) => ({ ...old, popup: undefined, edit: undefined, likes: undefined, post: postId })}
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
