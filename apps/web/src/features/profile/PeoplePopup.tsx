import { lazy, Suspense } from 'react';
import { useOpened, usePopupSearch } from '../../lib/popups.ts';

const PeopleDialog = lazy(() => import('./PeopleDialog.tsx'));

/** The list of a member's followers, or of the members they follow, if the address asks for one of them. */
export function PeoplePopup({ userId }: { userId: number }) {
  const { popup } = usePopupSearch();
  const kind = useOpened(popup === 'followers' || popup === 'following' ? popup : undefined);
  return <Suspense fallback={null}>{kind && <PeopleDialog userId={userId} kind={kind} />}</Suspense>;
}
