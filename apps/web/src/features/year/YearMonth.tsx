import type { AppRouter } from '@kith/trpc';
import type { inferRouterOutputs } from '@trpc/server';
import { useTranslation } from 'react-i18next';
import { dateFormat, shortDay } from '../../i18n/dates.ts';
import { Picture } from '../../ui/Picture.tsx';
import { tileSizes } from '../../ui/pictureSource.ts';
import { captionText } from '../posts/captionParts.ts';
import { PostLink } from '../posts/PostLink.tsx';

type Month = inferRouterOutputs<AppRouter>['years']['read']['months'][number];

/** A month of a member's year: pictures with their words below, and then posts of words alone. */
export function YearMonth({ year, month: { month, pictures, texts } }: { year: number; month: Month }) {
  const { t } = useTranslation();
  const name = dateFormat({ month: 'long' }).format(new Date(year, month - 1, 1));
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <h2 className="break-after-avoid text-21 font-bold first-letter:uppercase">{name}</h2>
      {pictures.length > 0 && (
        <ul className="grid grid-cols-3 gap-x-1.5 gap-y-3 rail:gap-x-3">
          {pictures.map(({ postId, caption, createdAt, picture }) => {
            const words = captionText(caption);
            return (
              <li key={postId} className="min-w-0 break-inside-avoid">
                <PostLink
                  postId={postId}
                  label={t('post.open', { caption: words || t('post.noCaption') })}
                  className="block"
                >
                  <div className="overflow-hidden rounded-card">
                    <Picture source={picture} alt={picture.alt ?? ''} sizes={tileSizes} shape="square" />
                  </div>
                  <p className="line-clamp-2 pt-1 text-13 text-pretty">
                    <span className="text-soft">{shortDay(createdAt)}</span> {words}
                  </p>
                </PostLink>
              </li>
            );
          })}
        </ul>
      )}
      {texts.map(({ postId, caption, createdAt }) => (
        <PostLink key={postId} postId={postId} className="block break-inside-avoid border-l-2 border-line py-1 pl-4">
          <p className="line-clamp-6 text-15 whitespace-pre-wrap">{captionText(caption) || caption}</p>
          <p className="text-13 text-soft">{shortDay(createdAt)}</p>
        </PostLink>
      ))}
    </section>
  );
}
