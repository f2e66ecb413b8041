import { foldName } from '@kith/contracts/searchWords';
import { cx } from './cx.ts';
import { Highlighted } from './Highlighted.tsx';

interface Named<Name extends string | null = string> {
  userName: Name;
  displayName: string | null;
}

/** Returns the name by which a member is called; null for an unavailable member. */
export const nameOf = <Name extends string | null>({ displayName, userName }: Named<Name>): string | Name =>
  displayName ?? userName;

/** Returns whether the user name or the display name contains the text, ignoring case and accents. */
export function hasInName({ displayName, userName }: Named, text: string): boolean {
  const searched = foldName(text);
  return userName.toLowerCase().includes(searched) || foldName(displayName ?? '').includes(searched);
}

interface Props {
  person: Named;
  /** Set where the user name is below and not beside the display name. */
  stacked?: boolean;
}

/**
 * A member's name, on one line that is cut if it is too long. Beside a display name, the user name is shown small; where there is no
 * room for all of it, it wraps to a second line, which is hidden.
 */
export function PersonName({ person: { displayName, userName }, stacked }: Props) {
  if (displayName === null || displayName === undefined)
    return (
      <span className="block truncate">
        <Highlighted text={userName} />
      </span>
    );
  return (
    <span
      className={cx('min-w-0', stacked ? 'block' : 'flex h-[1lh] flex-wrap items-baseline gap-x-1 overflow-y-clip')}
    >
      <bdi className={cx('truncate', stacked ? 'block' : 'max-w-full')}>
        <Highlighted text={displayName} />
      </bdi>{' '}
      <span className={cx('truncate text-13 font-normal text-soft', stacked ? 'block' : 'max-w-full')}>
        @<Highlighted text={userName} />
      </span>
    </span>
  );
}
