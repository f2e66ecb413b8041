import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Optional } from '../../ui/Optional.tsx';
import { nameOf } from '../../ui/PersonName.tsx';

const FirstPeople = lazy(() => import('./FirstPeople.tsx'));

const dayMs = 86_400_000;

/** Returns the beginning of yesterday, in milliseconds. */
function yesterday(): number {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime();
}

/** Returns the viewer's friends of whom the whole feed contains no post of the last seven days, except muted ones. */
function useSilentFriends(posts: PostView[]) {
  const friends = trpc.follows.friends.useQuery({ limit: 500 });
  const mutes = trpc.users.mutes.useQuery({ limit: 500 });
  if (!friends.data || !mutes.data) return [];
  const muted = mutes.data.items.map(({ userId }) => userId);
  const recent = posts.filter(({ createdAt }) => Date.parse(createdAt) > Date.now() - 7 * dayMs);
  const heard = new Set([...muted, ...recent.map(({ userId }) => userId)]);
  return friends.data.items.filter(({ userId }) => !heard.has(userId));
}

/**
 * The end of Home: how much was new, and friends who were silent this week, each with a link to write to them. A member who sees only
 * their own posts is offered people to follow.
 */
export default function QuietEnd({ posts }: { posts: PostView[] }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const alone = posts.every(({ userId }) => userId === viewer.userId);
  const silent = useSilentFriends(posts).slice(0, 8);
  const since = yesterday();
  const count = posts.filter((post) => post.userId !== viewer.userId && Date.parse(post.createdAt) >= since).length;
  return (
    <>
      <div className="flex flex-col items-center gap-5 px-4 py-10 text-center text-15 text-soft rail:px-0">
        <p>
          <span className="font-semibold text-ink">{t(alone ? 'home.endAlone' : 'home.end')}</span>
          {count > 0 && <> {t('home.sinceYesterday', { count })}</>}
        </p>
        {silent.length > 0 && (
          <div className="flex flex-col gap-2">
            <h2>{t('home.silent')}</h2>
            <ul className="flex flex-wrap justify-center">
              {silent.map((friend) => (
                <li key={friend.userId}>
                  <Link
                    to="/messages"
                    search={{ userId: friend.userId }}
                    aria-label={t('home.writeTo', { name: nameOf(friend) })}
                    className="flex w-20 flex-col items-center gap-1.5 rounded-card p-2 text-13 font-medium text-ink hover:bg-sunken"
                  >
                    <Avatar src={friend.profilePicture} size={48} />
                    <bdi className="w-full truncate">{nameOf(friend)}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {alone && (
        <div className="px-4 pb-8 rail:px-0">
          <Optional>
            <FirstPeople />
          </Optional>
        </div>
      )}
    </>
  );
}
