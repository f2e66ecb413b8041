import { Link } from '@tanstack/react-router';
import MapPin from 'lucide-react/icons/map-pin';
import { postDate } from '../../i18n/dates.ts';
import type { PostView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { personLink } from './captionParts.ts';
import { PostMenu } from './PostMenu.tsx';

export function PostHeader({ post }: { post: PostView }) {
  const { userName, profilePicture } = post.user;
  return (
    <header className="flex items-center gap-3">
      <Link {...personLink(userName)} aria-hidden tabIndex={-1}>
        <Avatar src={profilePicture} size={40} />
      </Link>
      <div className="min-w-0 flex-1">
        <Link {...personLink(userName)} className="font-semibold underline-offset-4 hover:underline">
          {userName}
        </Link>
        <p className="flex items-center gap-x-2 text-13 text-soft max-[24rem]:flex-wrap">
          <time className="shrink-0" dateTime={post.createdAt}>
            {postDate(post.createdAt)}
          </time>
          {post.location && (
            <span title={post.location} className="flex min-w-0 items-center gap-1">
              <MapPin aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate">{post.location}</span>
            </span>
          )}
        </p>
      </div>
      <PostMenu post={post} />
    </header>
  );
}
