import { maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import { useMutation } from '@tanstack/react-query';
import Camera from 'lucide-react/icons/camera';
import LogOut from 'lucide-react/icons/log-out';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortDay } from '../../../i18n/dates.ts';
import { failureText } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { trpc } from '../../../lib/trpc.ts';
import { acceptedPictures, checkPicture, uploadFile } from '../../../lib/upload.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { Form, TextField } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { nameOf } from '../../../ui/PersonName.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PersonRow, UnavailablePerson } from '../../people/PersonRow.tsx';
import { GroupAvatar } from '../list/ChatAvatar.tsx';
import type { Chat, Person } from '../message.ts';
import { AddPeopleDialog } from './ChoosePeople.tsx';

/** The group's picture, which every member may change. */
export function GroupPicture({ group: { chatId, picture } }: { group: Chat }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: async (file: File) => {
      const failure = checkPicture(file);
      if (failure) throw failure;
      await uploadFile(`/chats/${chatId}/picture`, file);
    },
    onSuccess: () => {
      for (const list of [queries.chats.byId, queries.chats.list]) void list.invalidate();
      toast(t('groupPicture.changed'), { variant: 'good' });
    },
    onError: (failure) => toast(`${t('groupPicture.failed')} ${failureText(failure)}`, { variant: 'bad' }),
  });
  return (
    <div className="flex items-center gap-4">
      <GroupAvatar size={96} src={picture} />
      <input
        ref={input}
        type="file"
        accept={acceptedPictures}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) change.mutate(file);
          target.value = '';
        }}
      />
      <Button variant="quiet" busy={change.isPending} onClick={() => input.current?.click()}>
        <Camera aria-hidden className="size-5" />
        {t('groupPicture.change')}
      </Button>
    </div>
  );
}

/** The form for the group's name, which every member may change. */
function NameForm({ group: { chatId, name } }: { group: Chat }) {
  const { t } = useTranslation();
  const [text, setText] = useState(name ?? '');
  const changed = visibleText(text) !== '' && visibleText(text) !== name;
  const { mutate, isPending, error } = trpc.chats.update.useMutation({
    onSuccess: () => {
      void queries.chats.byId.invalidate({ chatId });
      toast(t('messages.group.renamed'), { variant: 'good' });
    },
  });
  const save = () => {
    if (changed && !isPending) mutate({ chatId, name: visibleText(text) });
  };
  return (
    <Form className="flex items-end gap-2" onSubmit={save}>
      <div className="min-w-0 flex-1">
        <TextField
          label={t('messages.group.name')}
          value={text}
          maxLength={maxLengths.chatName}
          autoComplete="off"
          error={error ? failureText(error) : undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit" variant="quiet" busy={isPending} disabled={!changed} className="min-h-12">
        {t('messages.save')}
      </Button>
    </Form>
  );
}

interface MemberProps {
  person: Chat['users'][number];
  maker: boolean;
  /** Removes the member. Undefined if the viewer may not do that. */
  onRemove?: (() => void) | undefined;
}

function MemberRow({ person, maker, onRemove }: MemberProps) {
  const { t } = useTranslation();
  const { userName, joinedAt } = person;
  const mark = maker && <span className="text-13 text-soft">{t('messages.group.maker')}</span>;
  if (userName === null) return <UnavailablePerson>{mark}</UnavailablePerson>;
  return (
    <PersonRow
      person={{ ...person, userName }}
      note={joinedAt ? t('messages.group.joined', { day: shortDay(joinedAt) }) : undefined}
    >
      <span className="flex items-center gap-1">
        {mark}
        {onRemove && (
          <IconButton label={t('messages.group.removeNamed', { name: nameOf(person) })} onClick={onRemove}>
            <UserMinus aria-hidden className="size-5" />
          </IconButton>
        )}
      </span>
    </PersonRow>
  );
}

interface Props {
  group: Chat;
  onClose: () => void;
  /** Called after the viewer has left the group. */
  onLeft: () => void;
}

/** Shows a group's name, members and creator, and lets the viewer leave the group. */
export default function GroupDialog({ group, onClose, onLeft }: Props) {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const { chatId, users, makerId } = group;
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Person | null>(null);
  const leaving = removing?.userId === me;
  const remove = trpc.chats.removeMember.useMutation({
    onSuccess: () => {
      void queries.chats.list.invalidate();
      setRemoving(null);
      if (leaving) return onLeft();
      return queries.chats.byId.invalidate({ chatId });
    },
    onError: (failure) => toast(failureText(failure), { variant: 'bad' }),
  });
  return (
    <Dialog title={t('messages.group.about')} onClose={onClose}>
      <div className="flex flex-col gap-5 p-5">
        <GroupPicture group={group} />
        <NameForm key={group.name} group={group} />
        <section aria-labelledby="group-members" className="flex flex-col gap-1">
          <h3 id="group-members" className="text-15 font-semibold">
            {t('messages.group.members', { count: users.length })}
          </h3>
          <ul className="-mx-2 flex flex-col">
            {users.map((person) => (
              <li key={person.userId}>
                <MemberRow
                  person={person}
                  maker={person.userId === makerId}
                  onRemove={makerId === me && person.userId !== me ? () => setRemoving(person) : undefined}
                />
              </li>
            ))}
          </ul>
        </section>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={() => setAdding(true)}>
            <UserPlus aria-hidden className="size-4.5" />
            {t('messages.group.add')}
          </Button>
          <Button variant="danger" onClick={() => setRemoving(users.find(({ userId }) => userId === me) ?? null)}>
            <LogOut aria-hidden className="size-4.5" />
            {t('messages.group.leave')}
          </Button>
        </div>
      </div>
      {adding && <AddPeopleDialog group={group} onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmDialog
          title={leaving ? t('messages.group.leave') : t('messages.group.remove')}
          question={
            leaving
              ? t('messages.group.leaveAsk')
              : t('messages.group.removeAsk', { name: nameOf(removing) ?? t('messages.unavailable') })
          }
          yes={leaving ? t('messages.group.leave') : t('messages.group.remove')}
          busy={remove.isPending}
          onYes={() => remove.mutate({ chatId, userId: removing.userId })}
          onClose={() => setRemoving(null)}
        />
      )}
    </Dialog>
  );
}
