import { Skeleton } from '../../ui/Skeleton.tsx';
import { times } from '../../ui/times.ts';

/** The first squares of a member's posts; start/drawAccount.ts puts the pictures in. */
export function TilesSkeleton() {
  return (
    <div className="grid grid-cols-3 gap-1 rail:gap-1.5">
      {times(9).map((tile) => (
        <Skeleton
          key={tile}
          part="picture"
          className="relative aspect-square overflow-hidden rounded-none rail:rounded-card"
        />
      ))}
    </div>
  );
}
