import { textParts } from '@kith/contracts/textParts';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostView } from '../../lib/types.ts';
import { mentionLink } from '../../ui/LiveText.tsx';

/** Returns the names mentioned in a caption, without duplicates. */
export const mentionedPeople = (caption: string): string[] => [
  ...new Set(textParts(caption).flatMap((part) => (part.kind === 'mention' ? [part.name] : []))),
];

/** Links to the pages of the members whom a post's caption mentions. */
export function TaggedPeople({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const people = mentionedPeople(post.caption);
  if (!people.length) return null;
  return (
    <p className="text-13 text-soft">
      {t('post.with')}{' '}
      {people.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <Link {...mentionLink(name, post)} className="font-medium text-ink underline-offset-4 hover:underline">
            @{name}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
