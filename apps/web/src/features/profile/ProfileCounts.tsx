import { shortCount } from '../../i18n/dates.ts';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { usePopup } from '../../lib/popups.ts';
import type { UserProfile } from '../../lib/types.ts';

/** Posts, followers and following in one row; the last two open their lists when there is somebody in them. */
export function ProfileCounts({ person }: { person: UserProfile }) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const counts = [
    { name: 'posts', count: person.postsCount, popup: undefined },
    { name: 'followers', count: person.followersCount, popup: 'followers' },
    { name: 'following', count: person.followingCount, popup: 'following' },
  ] as const;
  return (
    <ul className="flex flex-wrap justify-around gap-x-2 rail:justify-start rail:gap-x-4 min-[50rem]:gap-x-8">
      {counts.map(({ name, count, popup }) => {
        const inside = (
          <>
            <span className="text-17 font-bold tabular-nums">{shortCount(count)}</span>{' '}
            <span className="text-15 text-soft">{t(`profile.${name}`, { count })}</span>
          </>
        );
        const look =
          'flex min-h-11 flex-col items-center justify-center rail:flex-row rail:flex-wrap rail:content-center rail:items-baseline rail:gap-x-1.5';
        return (
          <li key={name}>
            {popup && count > 0 ? (
              <button
                type="button"
                className={`${look} rounded-card hover:underline`}
                onClick={() => void open({ popup })}
              >
                {inside}
              </button>
            ) : (
              <p className={look}>{inside}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
