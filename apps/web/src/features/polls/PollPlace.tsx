import { type ComponentProps, Suspense } from 'react';
import type { Poll } from '../../lib/types.ts';
import { lazyOptional } from '../../ui/Optional.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const PollCard = lazyOptional(() => import('./PollCard.tsx'));

/** Returns the height of a poll's card in pixels, if each option has one line. */
export const pollHeight = ({ options }: Poll): number => options.length * 50 + 44;

/** The card of a poll, and its place while the code of the card is loading. */
export const PollPlace = (props: ComponentProps<typeof PollCard>) => (
  <Suspense fallback={<Skeleton height={pollHeight(props.poll)} />}>
    <PollCard {...props} />
  </Suspense>
);
