import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../lib/viewerContext.ts';
import { cx } from '../../../ui/cx.ts';
import { PersonName } from '../../../ui/PersonName.tsx';
import { otherOf } from '../chat.ts';
import type { Chat } from '../message.ts';
import { nameOfChat } from './useChatList.ts';

/** The name of the group or of the other member, on one line. */
export function ChatName({ chat }: { chat: Chat }) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const { userName, displayName = null } = otherOf(chat, me) ?? {};
  if (userName) return <PersonName person={{ userName, displayName }} />;
  const name = nameOfChat(chat, me);
  return (
    <span className={cx('block truncate', name === null && 'text-soft italic')}>
      <bdi>{name ?? t('messages.unavailable')}</bdi>
    </span>
  );
}
