import { useQueryClient } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import Forward from 'lucide-react/icons/forward';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import SmilePlus from 'lucide-react/icons/smile-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copyText.ts';
import { failureText } from '../../../lib/failure.ts';
import { itemsOf, paging } from '../../../lib/lists.ts';
import { openReport } from '../../../lib/openDialog.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import Menu, { MenuChoice, type MenuPosition } from '../../../ui/Menu.tsx';
import { MenuPoint } from '../../../ui/MoreMenu.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PersonRow } from '../../people/PersonRow.tsx';
import type { ChatKey } from '../chat.ts';
import { changeMessage } from '../list/listCache.ts';
import type { ShownMessage } from '../message.ts';
import { loadedMessages } from './messageCache.ts';
import { quickReactions } from './messageChanges.ts';

const day = 24 * 3_600_000;

interface Props {
  message: ShownMessage;
  position: MenuPosition;
  onReact: (emoji: string, add: boolean) => void;
  onPick: () => void;
  onReply: () => void;
  onForward: () => void;
  onEdit: () => void;
  onDelete: () => void;
  onReaders: () => void;
  onClosed: () => HTMLElement | null | undefined;
}

/** The menu of a message. It opens at the pointer, the finger or the menu button. */
export default function MessageMenu({
  message,
  position,
  onReact,
  onPick,
  onReply,
  onForward,
  onEdit,
  onDelete,
  onReaders,
  onClosed,
}: Props) {
  const { t } = useTranslation();
  const { content, mine, messageId = 0, createdAt, reactions = [] } = message;
  const isMine = (emoji: string) => reactions.some((reaction) => reaction.emoji === emoji && reaction.mine);
  const copy = async () => {
    if (await copyText(content)) toast(t('messages.copied'), { variant: 'good' });
    else toast(t('messages.copyFailed'), { variant: 'bad' });
  };
  return (
    <Menu
      trigger={<MenuPoint label={t('messages.options')} position={position} />}
      align="start"
      onClosed={onClosed}
      head={
        <>
          {quickReactions.map((emoji) => (
            <MenuChoice
              key={emoji}
              label={t(isMine(emoji) ? 'messages.unreact' : 'messages.react', { emoji })}
              onSelect={() => onReact(emoji, !isMine(emoji))}
            >
              <span aria-hidden className={isMine(emoji) ? 'rounded-full bg-accent-wash p-1' : ''}>
                {emoji}
              </span>
            </MenuChoice>
          ))}
          <MenuChoice label={t('messages.moreEmoji')} onSelect={onPick} opens>
            <SmilePlus aria-hidden className="size-5" />
          </MenuChoice>
        </>
      }
      items={[
        { label: t('messages.reply'), icon: Reply, onSelect: onReply, opens: true },
        ...(content
          ? [
              { label: t('messages.forward'), icon: Forward, onSelect: onForward, opens: true },
              { label: t('messages.copy'), icon: Copy, onSelect: () => void copy() },
            ]
          : []),
        ...(mine && Date.now() - Date.parse(createdAt) < day
          ? [{ label: t('messages.edit'), icon: Pencil, onSelect: onEdit, opens: true }]
          : []),
        ...(mine && message.readCount != null
          ? [{ label: t('readers.title'), icon: CheckCheck, onSelect: onReaders, opens: true }]
          : []),
        ...(mine
          ? [{ label: t('messages.delete'), icon: Trash2, onSelect: onDelete, opens: true, danger: true }]
          : [
              {
                label: t('reports.report'),
                icon: Flag,
                onSelect: () => openReport({ kind: 'message', id: messageId }),
                opens: true,
              },
            ]),
      ]}
    />
  );
}

interface DialogProps {
  messageId: number;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

/** Asks for confirmation before a message is deleted for everybody. */
export function DeleteMessageDialog({ chat, messageId, ...rest }: DialogProps & { chat: ChatKey }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId: me } = useViewer();
  const { mutate, isPending, error } = trpc.messages.delete.useMutation({
    onSuccess: () => {
      const message = loadedMessages(client, chat).find((each) => each.messageId === messageId);
      const deletedAt = new Date().toISOString();
      if (message) changeMessage(client, me, { ...message, content: '', deletedAt });
      rest.onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('messages.deleteAsk')}
      question={t('messages.deleteLead')}
      yes={t('messages.delete')}
      busy={isPending}
      error={error && `${t('messages.deleteFailed')} ${failureText(error)}`}
      onYes={() => mutate({ messageId })}
      {...rest}
    />
  );
}

/** The members of a group who have read a message by the viewer. */
export function ReadersDialog({ messageId, ...rest }: DialogProps) {
  const { t } = useTranslation();
  const list = trpc.messages.readers.useInfiniteQuery({ messageId, limit: 50 }, { ...paging, staleTime: 0 });
  const people = itemsOf(list.data);
  return (
    <Dialog title={t('readers.title')} size="small" {...rest}>
      <div className="flex min-h-30 flex-col gap-2 p-3">
        {list.isPending && <SkeletonList rows={3} />}
        {list.isError && !list.data && <ErrorState title={t('readers.failed')} onRetry={() => void list.refetch()} />}
        <p role="status" className="px-2 text-15 text-soft empty:hidden">
          {list.data && people.length === 0 && !list.hasNextPage && t('readers.none')}
        </p>
        <ul className="flex flex-col empty:hidden">
          {people.map((person) => (
            <li key={person.userId}>
              <PersonRow person={person} />
            </li>
          ))}
        </ul>
        <LoadMore key={list.data?.pages.length} more={list} />
      </div>
    </Dialog>
  );
}
