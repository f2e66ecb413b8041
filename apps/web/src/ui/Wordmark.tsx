import { serverBrand } from '../lib/serverBrand.ts';

/** Two overlapping circles. */
export const Logo = ({ className }: { className: string }) => (
  <svg viewBox="0 0 32 24" aria-hidden className={className}>
    <circle cx="11" cy="12" r="9" className="fill-accent" />
    <circle cx="21" cy="12" r="9" className="fill-picture-coral opacity-80" />
  </svg>
);

/** The picture and, unless `compact`, the name of the server; Kith's own until a host has chosen others. */
export function Wordmark({ compact }: { compact?: boolean }) {
  const { name, pictureUrl } = serverBrand();
  return (
    <span className="inline-flex min-w-0 items-center gap-2 text-21 leading-tight font-extrabold tracking-tight text-ink">
      {pictureUrl ? (
        <img
          src={pictureUrl}
          alt=""
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
          className="size-9 shrink-0 rounded-full object-cover"
        />
      ) : (
        <Logo className="h-6 w-8 shrink-0" />
      )}
      <bdi data-own className={compact ? 'sr-only' : 'line-clamp-2 wrap-anywhere'}>
        {name}
      </bdi>
    </span>
  );
}
