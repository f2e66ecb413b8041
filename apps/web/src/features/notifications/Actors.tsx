import type { Member } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';

/** The newest one or two of those who did it, one leaning over the other. */
export function Actors({ actors }: { actors: Member[] }) {
  const [one, two] = actors;
  if (!two) return <Avatar src={one?.profilePicture ?? null} size={48} />;
  return (
    <span className="relative size-12 shrink-0">
      <Avatar src={two.profilePicture} size={32} className="absolute top-0 right-0" />
      <Avatar src={one?.profilePicture ?? null} size={32} className="absolute bottom-0 left-0 ring-2 ring-ground" />
    </span>
  );
}
