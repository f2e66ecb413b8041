import { Link } from '@tanstack/react-router';
import Hash from 'lucide-react/icons/hash';
import { useTranslation } from 'react-i18next';
import { tagLink } from '../../ui/LiveText.tsx';

/** The server counts at most this many posts per tag. */
const maxCount = 100;

/** Tags with the numbers of their posts. */
export function FoundTags({ tags }: { tags: { tag: string; postsCount: number }[] }) {
  const { t } = useTranslation();
  return (
    <ul className="-mx-2 flex flex-col">
      {tags.map(({ tag, postsCount }) => (
        <li key={tag}>
          <Link {...tagLink(tag)} className="flex min-h-14 items-center gap-3 rounded-card p-2 hover:bg-sunken">
            <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-wash text-accent-text">
              <Hash aria-hidden className="size-5" />
            </span>
            <span className="min-w-0 flex-1 truncate font-semibold">#{tag}</span>
            <span className="text-13 text-soft tabular-nums">
              {postsCount < maxCount
                ? t('search.posts', { count: postsCount })
                : t('search.morePosts', { count: maxCount })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
