import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { partsOf, personLink } from './captionParts.ts';

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

/** A caption: words that start with # are highlighted, people named in a sentence are links to their pages. */
export function CaptionText({ caption }: { caption: string }) {
  return (
    <>
      {partsOf(caption).map((part, index) => {
        // The parts of a caption never change their order.
        const key = index;
        if (part.kind === 'text') return part.text;
        if (part.kind === 'tag') {
          return (
            <span key={key} className="font-medium text-accent-text">
              {part.text}
            </span>
          );
        }
        return (
          <span key={key}>
            <Link {...personLink(part.name)} className="font-medium underline-offset-4 hover:underline">
              @{part.name}
            </Link>
            {part.rest}
          </span>
        );
      })}
    </>
  );
}
