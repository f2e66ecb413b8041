import { lazy, Suspense } from 'react';
import { useOpened, usePopupSearch } from '../../lib/popups.ts';

const PeopleDialog = lazy(() => import('./PeopleDialog.tsx'));

/** Shows the list of a member's followers, or of the members followed, if the address asks for one of these lists. */
export function PeoplePopup({ userId }: { userId: number }) {
  const { popup } = usePopupSearch();
  const kind = useOpened(popup === 'followers' || popup === 'following' ? popup : undefined);
  return <Suspense fallback={null}>{kind && <PeopleDialog userId={userId} kind={kind} />}</Suspense>;
}
