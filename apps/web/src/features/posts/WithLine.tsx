import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { personLink } from './captionParts.ts';

/** The people of a caption, as links to their pages. */
export function WithLine({ people }: { people: string[] }) {
  const { t } = useTranslation();
  if (!people.length) return null;
  return (
    <p className="text-15 text-soft">
      {t('post.with')}{' '}
      {people.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Link {...personLink(name)} className="font-medium text-ink underline-offset-4 hover:underline">
            @{name}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
