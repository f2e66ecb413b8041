import Globe from 'lucide-react/icons/globe';
import type { LinkPreview } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';

interface Props {
  link: LinkPreview;
  tabIndex?: number;
  className?: string;
}

/** What a link in a text leads to. The height is always the same, so that the card moves nothing when it arrives. */
export default function LinkCard({ link, tabIndex, className }: Props) {
  const { url, title, description, siteName, imageUrl } = link;
  return (
    <a
      href={url}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      tabIndex={tabIndex}
      className={cx(
        'flex h-24 w-full min-w-0 overflow-hidden rounded-card border border-line bg-surface whitespace-normal text-ink hover:border-edge',
        className,
      )}
    >
      <span className="relative grid w-24 shrink-0 place-items-center bg-sunken text-soft">
        <Globe aria-hidden className="size-6" />
        {imageUrl && (
          <img
            src={imageUrl}
            alt=""
            width={96}
            height={96}
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-cover"
            // The address of a picture is valid for a day.
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        )}
      </span>
      <span data-own className="flex min-w-0 flex-1 flex-col justify-center px-3 text-start">
        <span dir="auto" className={cx('text-15 font-semibold', description ? 'truncate' : 'line-clamp-2')}>
          {title}
        </span>{' '}
        {description && (
          <span dir="auto" className="truncate text-13 text-soft">
            {description}
          </span>
        )}{' '}
        <bdi className="truncate text-13 text-soft">{siteName ?? new URL(url).hostname.replace(/^www\./, '')}</bdi>
      </span>
    </a>
  );
}
