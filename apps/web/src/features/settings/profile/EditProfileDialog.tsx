import { longest } from '@kith/contracts/lengths';

import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { usePopup } from '../../../lib/popups.ts';
import { useViewer } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { OwnUser } from '../../../lib/types.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { rememberViewer } from '../../../lib/viewer.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { edgeOf, Field, inputLook, TextField } from '../../../ui/Field.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useUserNameField } from '../../auth/useUserNameField.ts';
import { PublishState } from '../../composer/PublishState.tsx';
import { FormFooter, type SettingsPopupProps } from '../parts.tsx';
import { PictureField, useNewPicture } from './PictureField.tsx';

interface Changes {
  userName: string;
  bio: string;
  picture: Blob | undefined;
}

type Uploaded = OwnUser & { imageStatus: 'ready' | 'processing' };

/** Saves the words, then the picture; what is saved is not sent again when the rest is tried once more. */
function useEditProfile(failName: (text: string) => void) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const viewer = useViewer();
  const [busy, setBusy] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  const keep = (user: OwnUser) => {
    utils.auth.session.setData(undefined, (old) => old && { ...old, user });
    rememberViewer(user);
  };

  const saveWords = async ({ userName, bio }: Changes): Promise<boolean> => {
    if (userName === viewer.userName && bio === viewer.bio) return true;
    try {
      keep(await api.users.update.mutate({ userId: viewer.userId, userName, bio }));
      return true;
    } catch (failure) {
      const { code, fields } = failureOf(failure);
      if (code === 'username-taken' || fields[0]?.path === 'userName') failName(failureText(failure));
      else setError(t('editProfile.failed', { message: failureText(failure) }));
      return false;
    }
  };

  const savePicture = async (picture: Blob | undefined): Promise<boolean> => {
    if (!picture) return true;
    try {
      setFraction(0);
      const path = `/users/${viewer.userId}/profile-picture`;
      const { imageStatus, ...user } = await uploadFile<Uploaded>(path, picture, setFraction);
      keep(user);
      if (imageStatus === 'processing') setTimeout(() => void utils.auth.session.invalidate(), 5_000);
      return true;
    } catch (failure) {
      setError(`${t('editProfile.pictureFailed')}. ${failureText(failure)}`);
      return false;
    } finally {
      setFraction(null);
    }
  };

  /** True when all is saved. */
  const save = async (changes: Changes): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    const saved = (await saveWords(changes)) && (await savePicture(changes.picture));
    setBusy(false);
    // One's own posts, comments and entries in lists show the name and the picture.
    for (const shown of [utils.posts, utils.feed, utils.comments, utils.users, utils.follows]) void shown.invalidate();
    if (saved) toast(t('editProfile.saved'), { look: 'good' });
    return saved;
  };

  return { save, busy, fraction, error };
}

interface BioFieldProps {
  value: string;
  onChange: (value: string) => void;
}

function BioField({ value, onChange }: BioFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const left = longest.bio - value.length;
  return (
    <Field
      id={id}
      label={t('editProfile.bio')}
      hint={t('editProfile.bioHint')}
      aside={
        <span aria-hidden className={cx('text-13 tabular-nums', left < 20 ? 'font-semibold text-danger' : 'text-soft')}>
          {value.length}/{longest.bio}
        </span>
      }
    >
      <TextArea
        id={id}
        value={value}
        maxLength={longest.bio}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className={cx(inputLook, 'max-h-48 min-h-24 py-2.5', edgeOf())}
      />
    </Field>
  );
}

const CropDialog = lazy(() => import('./CropDialog.tsx'));

export function EditProfileDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { open, close } = usePopup();
  const viewer = useViewer();
  const name = useUserNameField('sign-up', viewer.userName);
  const [bio, setBio] = useState(viewer.bio);
  const picture = useNewPicture();
  const { save, busy, fraction, error } = useEditProfile(name.fail);

  const submit = async () => {
    if (!name.check()) return;
    if (await save({ userName: name.value, bio: bio.trim(), picture: picture.cut?.blob })) close();
  };

  return (
    <Dialog
      title={t('settings.editProfile')}
      covered={covered || picture.uncut !== null}
      onClose={close}
      footer={
        <>
          <PublishState fraction={fraction} error={error} />
          <FormFooter
            form="edit-profile"
            label={busy ? t('editor.saving') : t('common.save')}
            busy={busy}
            onCancel={close}
          />
        </>
      }
    >
      <form
        id="edit-profile"
        noValidate
        className="flex flex-col gap-5 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <PictureField
          src={picture.cut?.url ?? viewer.profilePicture}
          fresh={picture.cut !== null}
          refusal={picture.refusal}
          onChoose={(files) => void picture.choose(files)}
        />
        <TextField label={t('signup.userName')} name="username" {...name.props} />
        <BioField value={bio} onChange={setBio} />
        <Button look="danger" className="self-start" onClick={() => void open({ popup: 'delete-account' })}>
          {t('editProfile.delete')}
        </Button>
      </form>
      <Suspense fallback={null}>
        {picture.uncut && <CropDialog uncut={picture.uncut} onUse={picture.use} onClose={picture.forget} />}
      </Suspense>
    </Dialog>
  );
}
