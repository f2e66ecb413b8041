import { textParts } from '@kith/contracts/textParts';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { cx, touchTarget } from '../../ui/cx.ts';
import { personLink } from '../../ui/LiveText.tsx';

/** Returns the names mentioned in a caption, without duplicates. */
export const mentionedPeople = (caption: string): string[] => [
  ...new Set(textParts(caption).flatMap((part) => (part.kind === 'mention' ? [part.name] : []))),
];

/** Links to the pages of the members whom a caption mentions. */
export function TaggedPeople({ people }: { people: string[] }) {
  const { t } = useTranslation();
  if (!people.length) return null;
  return (
    <p className="text-13 text-soft">
      {t('post.with')}{' '}
      {people.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Link
            {...personLink(name)}
            className={cx('font-medium text-ink underline-offset-4 hover:underline', touchTarget)}
          >
            @{name}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
