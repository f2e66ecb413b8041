import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import type { EventView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';

const GuestsDialog = lazy(() => import('./GuestsDialog.tsx'));

/** The first faces of those who come, and their number. A press opens the list of all who have answered. */
export function WhoComes({ postId, event }: { postId: number; event: EventView }) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const [open, setOpen] = useState(false);
  const { yes, maybe, no } = event.answers;
  const input = { postId, answer: 'yes', limit: 3 } as const;
  const { data } = trpc.events.answers.useQuery(input, { enabled: yes > 0, staleTime: 5 * 60_000 });
  // Others answer while the card is on screen.
  const known = useRef(yes);
  useEffect(() => {
    if (known.current !== yes) void utils.events.answers.invalidate({ postId });
    known.current = yes;
  }, [yes, postId, utils]);
  if (yes + maybe + no === 0) return <p className="self-center text-13 text-soft">{t('events.nobody')}</p>;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-11 min-w-0 items-center gap-2 rounded-full pr-2 text-13 font-medium underline-offset-4 hover:underline"
      >
        <span className="flex shrink-0 -space-x-2.5">
          {yes > 0 &&
            data?.items.map(({ userId, profilePicture }) => (
              <Avatar key={userId} src={profilePicture} size={32} className="border-2 border-surface" />
            ))}
        </span>
        <span className="truncate">{yes > 0 ? t('events.come', { count: yes }) : t('events.guests')}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <GuestsDialog postId={postId} event={event} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
