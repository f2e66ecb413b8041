import { times } from '../../ui/times.ts';

/** The first squares of a member's posts; start/drawAccount.ts puts the pictures in. */
export function TilesSkeleton() {
  return (
    <div className="grid grid-cols-3 gap-1 rail:gap-1.5">
      {times(9).map((tile) => (
        <div
          key={tile}
          data-part="picture"
          className="relative aspect-square animate-shimmer overflow-hidden bg-sunken rail:rounded-card"
        />
      ))}
    </div>
  );
}
