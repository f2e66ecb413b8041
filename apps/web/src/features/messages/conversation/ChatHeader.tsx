import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Info from 'lucide-react/icons/info';
import Search from 'lucide-react/icons/search';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { narrowScreen, useMedia } from '../../../lib/useMedia.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { PersonName } from '../../../ui/PersonName.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { PersonMenu } from '../../blocks/PersonMenu.tsx';
import { GroupAvatar } from '../list/ChatAvatar.tsx';
import { useChatItems } from '../list/useChatItems.ts';
import type { Chat, Person } from '../message.ts';
import { type OpenChat, type People, useTyping } from './useOpenChat.ts';

const MuteChatDialog = lazy(() => import('./MuteChatDialog.tsx'));
const SearchDialog = lazy(() => import('../MessageSearch.tsx'));
const GroupDialog = lazy(() => import('../group/GroupDialog.tsx'));

/** The name of the other member, as a link to that member's page. */
function NameLink({ person }: { person: Person }) {
  const { t } = useTranslation();
  const { userName, displayName } = person;
  if (!userName) return <span className="text-soft italic">{t('messages.unavailable')}</span>;
  return (
    <Link
      to="/user/$username"
      params={{ username: userName }}
      className="-my-2.5 block w-fit min-w-11 max-w-full py-2.5 underline-offset-4 hover:underline"
    >
      <PersonName person={{ userName, displayName }} />
    </Link>
  );
}

function NameSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-4 w-28" />
    </>
  );
}

/** The names of the group's members, with the viewer last. */
function MemberNames({ group, people, me }: { group: Chat; people: People; me: number }) {
  const { t } = useTranslation();
  const others = group.users.filter(({ userId }) => userId !== me).map(({ userId }) => people.nameOf(userId));
  return (
    <p data-own className="truncate text-13 text-soft">
      {[...others, t('messages.you')].join(', ')}
    </p>
  );
}

/** The dialogs that a chat's menu opens. */
export type ChatDialog = 'mute' | 'about' | 'search';

interface MenuProps {
  open: OpenChat;
  dialog: ChatDialog | null;
  onDialog: (dialog: ChatDialog | null) => void;
}

/** The menu of a chat, and the dialog that one of its entries opened. */
export function ChatMenu({ open, dialog, onDialog }: MenuProps) {
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

interface Props {
  open: OpenChat;
  people: People;
  me: number;
  /** Opens the dialog with the group's details. */
  onAbout: () => void;
  /** Buttons at the end of the header. */
  children: ReactNode;
}

/** The header of a conversation: the members and, where the conversation fills the whole screen, a Back button. */
export function ChatHeader({ open: { chat, person, group }, people, me, onAbout, children }: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const typing = useTyping(chat);
  const alone = useMedia(narrowScreen);
  const Heading = alone ? 'h1' : 'h2';

  const back = () => {
    if (router.state.location.state.opened) router.history.back();
    else void navigate({ to: '/messages', search: {}, replace: true });
  };

  return (
    <header className="flex min-h-16 shrink-0 items-center gap-3 border-b border-line px-2 rail:px-5">
      {alone && (
        <IconButton label={t('messages.back')} className="-mr-2" onClick={back}>
          <ArrowLeft aria-hidden className="size-6" />
        </IconButton>
      )}
      {group ? (
        <GroupAvatar size={40} src={group.picture} />
      ) : (
        <Avatar src={person?.profilePicture ?? null} size={40} />
      )}
      <div className="min-w-0 flex-1">
        <Heading className="text-17 font-semibold">
          {group ? (
            <button
              type="button"
              data-own
              aria-haspopup="dialog"
              onClick={onAbout}
              className="-my-2.5 block min-w-11 max-w-full truncate py-2.5 text-start underline-offset-4 forced-colors:border-none! hover:underline"
            >
              {group.name}
            </button>
          ) : person ? (
            <NameLink person={person} />
          ) : (
            <NameSkeleton />
          )}
        </Heading>
        {group && <MemberNames group={group} people={people} me={me} />}
        {typing && <p className="animate-fade text-13 text-accent-text">{t('messages.typing')}</p>}
      </div>
      {children}
    </header>
  );
}
