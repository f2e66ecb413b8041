import { lazy, Suspense } from 'react';
import { useOpened, usePopupSearch } from '../../lib/popups.ts';

const PeopleDialog = lazy(() => import('./PeopleDialog.tsx'));

/** A member's followers, or whom they follow, if the address names one of the lists. */
export function PeoplePopup({ userId }: { userId: number }) {
  const { popup } = usePopupSearch();
  const kind = useOpened(popup === 'followers' || popup === 'following' ? popup : undefined);
  return <Suspense fallback={null}>{kind && <PeopleDialog userId={userId} kind={kind} />}</Suspense>;
}
