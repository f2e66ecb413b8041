import { useNavigate } from '@tanstack/react-router';
import Info from 'lucide-react/icons/info';
import Search from 'lucide-react/icons/search';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { PersonMenu } from '../../blocks/PersonMenu.tsx';
import { useChatItems } from '../list/useChatItems.tsx';
import type { OpenChat } from './useOpenChat.ts';

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
  const { person, group, row } = open;
  const close = () => onDialog(null);
  const toChats = () => void navigate({ to: '/messages', search: {}, replace: true });
  const items = [
    { label: t('messages.find.inChat'), icon: Search, opens: true, onSelect: () => onDialog('search') },
    ...useChatItems({
      chat: open,
      row,
      onMute: () => onDialog('mute'),
      onArranged: (where) => where === 'archived' && toChats(),
    }),
  ];
  const about = { label: t('messages.group.about'), icon: Info, opens: true, onSelect: () => onDialog('about') };
  return (
    <>
      {group && <MoreMenu label={t('messages.chatOptions')} items={[about, ...items]} />}
      {person?.userName && <PersonMenu person={{ ...person, userName: person.userName }} first={items} />}
      <Suspense fallback={null}>
        {dialog === 'mute' && <MuteChatDialog open={open} onClose={close} />}
        {dialog === 'search' && <SearchDialog chat={open.chat ?? 0} chosen={open.chosen} onClose={close} />}
        {dialog === 'about' && group && <GroupDialog group={group} onClose={close} onLeft={toChats} />}
      </Suspense>
    </>
  );
}
