import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { closeDialog, openDialog } from '../../lib/openDialog.ts';
import type { Popup } from '../../lib/popupSearch.ts';
import { useOpened, usePopupSearch } from '../../lib/popups.ts';
import { settingsAddress } from '../../lib/settingsAddress.ts';
import { useStore } from '../../lib/store.ts';

const ComposerDialog = lazy(() => import('../composer/ComposerDialog.tsx'));
const SettingsPopups = lazy(() => import('../settings/SettingsPopups.tsx'));
const ReportDialog = lazy(() => import('../reports/ReportDialog.tsx'));
const ActorsDialog = lazy(() => import('../notifications/ActorsDialog.tsx'));
const LikersDialog = lazy(() => import('../likes/LikersDialog.tsx'));
const ForwardDialog = lazy(() => import('../messages/conversation/ForwardDialog.tsx'));
const PostPopup = lazy(() => import('../feed/PostPopup.tsx'));

/** The popups, besides those of the settings, that can open over any page. A popup of one page is rendered by that page. */
const globalPopups: Partial<Record<Popup, LazyExoticComponent<ComponentType>>> = {
  compose: ComposerDialog,
  friends: lazy(() => import('../home/FriendsDialog.tsx')),
};

export function PopupHost() {
  const address = usePopupSearch();
  const popup = useOpened(address.popup);
  const post = useOpened(address.post);
  const likes = useOpened(address.likes);
  const people = useOpened(address.people);
  const dialog = useOpened(useStore(openDialog) ?? undefined);
  const PopupComponent = settingsAddress(popup) ? SettingsPopups : popup && globalPopups[popup];
  return (
    <Suspense fallback={null}>
      {PopupComponent && <PopupComponent />}
      {post !== undefined && <PostPopup key={post} postId={post} />}
      {likes !== undefined && <LikersDialog postId={likes} />}
      {people !== undefined && <ActorsDialog notificationId={people} />}
      {dialog && 'report' in dialog && <ReportDialog reported={dialog.report} />}
      {dialog && 'send' in dialog && <ForwardDialog {...dialog.send} onClose={closeDialog} />}
    </Suspense>
  );
}
