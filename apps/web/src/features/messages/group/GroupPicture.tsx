import Camera from 'lucide-react/icons/camera';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure.ts';
import { queries } from '../../../lib/queries.ts';
import { acceptedPictures, checkPicture, uploadFile } from '../../../lib/upload.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { GroupAvatar } from '../list/GroupAvatar.tsx';
import type { Chat } from '../message.ts';

/** The group's picture, which every member may change. */
export function GroupPicture({ group: { chatId, picture } }: { group: Chat }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  const change = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const failure = checkPicture(file);
      if (failure) throw failure;
      await uploadFile(`/chats/${chatId}/picture`, file);
      for (const list of [queries.chats.byId, queries.chats.list]) void list.invalidate();
      toast(t('groupPicture.changed'), { variant: 'good' });
    } catch (failure) {
      toast(`${t('groupPicture.failed')} ${failureText(failure)}`, { variant: 'bad' });
    }
    setBusy(false);
  };
  return (
    <div className="flex items-center gap-4">
      <GroupAvatar size={96} src={picture} />
      <input
        ref={input}
        type="file"
        accept={acceptedPictures}
        hidden
        onChange={({ target }) => {
          void change(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button variant="quiet" busy={busy} onClick={() => input.current?.click()}>
        <Camera aria-hidden className="size-5" />
        {t('groupPicture.change')}
      </Button>
    </div>
  );
}
