import { useTranslation } from 'react-i18next';
import { useOnScreen } from '../../lib/onScreen.ts';
import type { PostView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { findWords } from '../../ui/findWords.ts';
import { Highlighted, type MatchFinder, MatchFinderContext } from '../../ui/Highlighted.tsx';
import { nameOf, PersonName } from '../../ui/PersonName.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { VideoMark } from '../../ui/VideoMark.tsx';
import { PostLink } from '../posts/PostLink.tsx';

/** How many characters of a caption may stand before the first match, and how many are kept of a longer beginning. */
const before = { most: 90, kept: 30 };

/** Returns the caption from shortly before its first match on, because a row has only two lines. */
function excerpt(caption: string, find: MatchFinder): string {
  const start = find(caption)[0]?.start ?? 0;
  if (start <= before.most) return caption;
  return `…${caption.slice(caption.lastIndexOf(' ', start - before.kept) + 1)}`;
}

function PostRow({ post, find }: { post: PostView; find: MatchFinder }) {
  const { t } = useTranslation();
  useOnScreen(post.postId);
  const { user, caption, image } = post;
  return (
    <article
      aria-label={t('post.by', { name: nameOf(user) })}
      className="relative flex items-start gap-3 rounded-card p-2 transition-colors hover:bg-sunken/50"
    >
      <Avatar src={user.profilePicture} size={40} />
      <div className="min-w-0 flex-1">
        <p data-own className="flex items-baseline gap-2">
          <span className="min-w-0 font-semibold">
            <PersonName person={user} />
          </span>
          <span className="shrink-0 text-13 text-soft">
            <Timestamp at={post.createdAt} />
          </span>
        </p>
        <PostLink postId={post.postId} className="block text-15 before:absolute before:inset-0 before:rounded-card">
          <span data-own={caption ? true : undefined} className="line-clamp-2">
            <MatchFinderContext value={find}>
              {caption ? <Highlighted text={excerpt(caption, find)} /> : t('post.noCaption')}
            </MatchFinderContext>
          </span>
        </PostLink>
      </div>
      {image?.status === 'ready' && (
        <span className="relative shrink-0">
          <Picture source={image} alt="" sizes="56px" shape="square" className="size-14 rounded-card" />
          {image.kind === 'video' && <VideoMark durationMs={null} className="right-1 bottom-1 px-1.5!" />}
        </span>
      )}
    </article>
  );
}

/** Found posts in a few lines each, with the matches marked. A row opens the post. */
export function PostRows({ posts, query }: { posts: PostView[]; query: string }) {
  const find = findWords(query);
  return (
    <ul className="-mx-2 flex flex-col">
      {posts.map((post) => (
        <li key={post.postId}>
          <PostRow post={post} find={find} />
        </li>
      ))}
    </ul>
  );
}
