import { useNavigate } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Info from 'lucide-react/icons/info';
import Search from 'lucide-react/icons/search';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure.ts';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PersonMenu } from '../../blocks/PersonMenu.tsx';
import { muteChat, type OpenChat } from './useOpenChat.ts';

const MuteChatDialog = lazy(() => import('./MuteChatDialog.tsx'));
const SearchDialog = lazy(() => import('../search/SearchDialog.tsx'));
const GroupDialog = lazy(() => import('../group/GroupDialog.tsx'));

/** The dialogs that a chat's menu opens. */
export type ChatDialog = 'mute' | 'about' | 'search';

interface Props {
  open: OpenChat;
  dialog: ChatDialog | null;
  onDialog: (dialog: ChatDialog | null) => void;
}

/** The menu of a chat, and the dialog that one of its entries opened. */
export function ChatMenu({ open, dialog, onDialog }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { name, person, group, mutedUntil } = open;
  const unmute = async () => {
    try {
      await muteChat(open, null);
      toast(t('messages.mute.unmuted', { name }), { variant: 'good' });
    } catch (failure) {
      toast(failureText(failure), { variant: 'bad' });
    }
  };
  const close = () => onDialog(null);
  const items = [
    { label: t('messages.find.inChat'), icon: Search, opens: true, onSelect: () => onDialog('search') },
    mutedUntil
      ? { label: t('messages.mute.lift'), icon: Bell, onSelect: () => void unmute() }
      : { label: t('messages.mute.title'), icon: BellOff, opens: true, onSelect: () => onDialog('mute') },
  ];
  const about = { label: t('messages.group.about'), icon: Info, opens: true, onSelect: () => onDialog('about') };
  return (
    <>
      {group && <MoreMenu label={t('messages.chatOptions')} items={[about, ...items]} />}
      {person?.userName && <PersonMenu person={{ ...person, userName: person.userName }} first={items} />}
      <Suspense fallback={null}>
        {dialog === 'mute' && <MuteChatDialog open={open} onClose={close} />}
        {dialog === 'search' && <SearchDialog chat={open.chat ?? 0} chosen={open.chosen} onClose={close} />}
        {dialog === 'about' && group && (
          <GroupDialog
            group={group}
            onClose={close}
            onLeft={() => void navigate({ to: '/messages', search: {}, replace: true })}
          />
        )}
      </Suspense>
    </>
  );
}
