import BadgeCheck from 'lucide-react/icons/badge-check';
import LinkIcon from 'lucide-react/icons/link';
import { useTranslation } from 'react-i18next';
import type { UserProfile } from '../../lib/types.ts';
import { cx, touchTarget } from '../../ui/cx.ts';

/** The links of a profile. A check mark stands at each link whose page links back to the profile. */
export function ProfileLinks({ links }: Pick<UserProfile, 'links'>) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <ul aria-label={t('profile.links')} className="flex max-w-140 flex-wrap gap-x-5 gap-y-2 text-15">
      {links.map(({ url, verified }) => (
        <li key={url} className="flex min-w-0 items-center gap-1.5">
          <LinkIcon aria-hidden className="size-4 shrink-0 text-soft" />
          <a
            href={url}
            target="_blank"
            rel="me nofollow noopener"
            className={cx('min-w-0 text-accent-text underline underline-offset-4 wrap-anywhere', touchTarget)}
          >
            {url.replace(/^https:\/\/|\/$/g, '')}
          </a>
          {verified && (
            <span title={t('profile.linkVerified')} className="shrink-0 text-good">
              <BadgeCheck aria-hidden className="size-4.5" />
              <span className="sr-only">{t('profile.linkVerified')}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
