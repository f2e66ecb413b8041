import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { postAddress } from '../../lib/popups.ts';

interface Props {
  postId: number;
  className?: string;
  label?: string;
  tabIndex?: number;
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
}

/** Opens a post over the page, with the address of the post's own page. */
export const PostLink = ({ postId, className, label, tabIndex, onClick, children }: Props) => (
  <Link
    to="."
    search={(old: object) => ({ ...old, popup: undefined, edit: undefined, likes: undefined, post: postId })}
    mask={postAddress(postId)}
    state={{ opened: true }}
    resetScroll={false}
    preload={false}
    aria-label={label}
    tabIndex={tabIndex}
    onClick={onClick}
    className={className}
  >
    {children}
  </Link>
);
