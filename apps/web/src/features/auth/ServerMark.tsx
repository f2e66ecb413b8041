import { serverFace } from '../../lib/serverFace.ts';
import { Logo } from '../../ui/Wordmark.tsx';

/** The picture and name of the server; Kith's own until a host has chosen others. */
export function ServerMark() {
  const { name, pictureUrl } = serverFace();
  return (
    <span
      data-own
      className="inline-flex min-w-0 items-center gap-2 text-21 font-extrabold tracking-tight text-ink wrap-anywhere"
    >
      {pictureUrl ? (
        <img
          src={pictureUrl}
          alt=""
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
          className="size-10 shrink-0 rounded-full object-cover"
        />
      ) : (
        <Logo className="h-6 w-8 shrink-0" />
      )}
      <bdi>{name}</bdi>
    </span>
  );
}
